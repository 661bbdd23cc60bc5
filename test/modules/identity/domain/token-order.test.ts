import { describe, expect, test, vi } from "vitest";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import { verifyToken } from "../../../../server/modules/identity/domain/verify-token.ts";
import { goodScene, otherTokenId, outcomeOf, type Scene, sceneWith, tokenId, tokenOf, verdictOf } from "./scene.ts";
import { refusals, type Spoiler, spoilers } from "./spoilers.ts";

/** What cannot be wrong together: a time cannot be both before and after the token's. */
const early = "iat 31 s ahead, or the service's clock set back";

/** How often a pair of steps is tried at most: few things wrong with the format stand for all. */
const perStep = (step: number) => spoilers.filter((spoiler) => spoiler.step === step && spoiler.name !== early);

describe("of two things that are wrong, the one of the earlier step is told:", () => {
  const pairs = [1, 2, 3].flatMap((first) =>
    [2, 3, 4].filter((second) => second > first).map((second) => [first, second]),
  );
  test.each(pairs as [number, number][])("steps %i and %i", async (first, second) => {
    for (const earlier of perStep(first)) {
      for (const later of perStep(second)) {
        // The later one is made first, so that what the earlier one does to the finished token is not undone.
        const outcome = await outcomeOf(sceneWith(later.spoil, earlier.spoil));
        expect(`${earlier.name} + ${later.name}: ${outcome}`).toBe(
          `${earlier.name} + ${later.name}: ${refusals[earlier.step]}`,
        );
      }
    }
  });

  test("iat far ahead before all that comes earlier", async () => {
    const ahead = spoilers.find(({ name }) => name === early) as Spoiler;
    for (const earlier of [...perStep(1), ...perStep(2)]) {
      expect(await outcomeOf(sceneWith(ahead.spoil, earlier.spoil))).toBe(refusals[earlier.step]);
    }
  });
});

describe("what is asked for", () => {
  const asked = async (...spoil: ((scene: Scene) => void)[]) => {
    const scene = sceneWith(...spoil);
    const knowledge = {
      isSignature,
      signingKey: vi.fn(async () => scene.signingKey),
      rotation: vi.fn(async () => scene.rotation),
    };
    await verifyToken(tokenOf(scene), scene.expected, knowledge, scene.nowMs);
    return [knowledge.signingKey.mock.calls.length, knowledge.rotation.mock.calls.length];
  };
  const ofStep = (step: number) => (spoilers.find((spoiler) => spoiler.step === step) as Spoiler).spoil;

  test("is nothing for what is no token", async () => expect(await asked(ofStep(1))).toEqual([0, 0]));
  test("is no rotation key for a wrong signature", async () => expect(await asked(ofStep(2))).toEqual([1, 0]));
  test("is all for a good token", async () => expect(await asked()).toEqual([1, 1]));
});

describe("a clone is suspected", () => {
  const withState = (lastN: number, lastJti: string, ...more: ((scene: Scene) => void)[]) =>
    sceneWith(
      (scene) => {
        if (scene.rotation) scene.rotation = { ...scene.rotation, state: { lastN, lastJti } };
      },
      ...more,
    );

  test.each([42, 43, 1000])("by another token at a counter that is used: last %i", async (lastN) => {
    expect(await verdictOf(withState(lastN, otherTokenId))).toMatchObject({
      refusal: "AUTH_ERROR_ROTATION_INVALID",
      cloneSuspected: true,
    });
  });

  test("not by the last token sent again", async () => {
    expect(await verdictOf(withState(42, tokenId))).toMatchObject({
      refusal: "AUTH_ERROR_ROTATION_INVALID",
      cloneSuspected: false,
    });
  });

  test("not by what a stranger can send", async () => {
    for (const { name, step, spoil } of spoilers) {
      if (step >= 3 && !name.startsWith("code") && !name.startsWith("unknown")) continue;
      expect(await verdictOf(withState(42, otherTokenId, spoil)), name).toMatchObject({ cloneSuspected: false });
    }
  });

  test("not by a good token", async () => {
    expect(await verdictOf(goodScene())).toMatchObject({ refusal: undefined, cloneSuspected: false });
  });
});
