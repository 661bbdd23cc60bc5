import { describe, expect, test, vi } from "vitest";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import { verifyToken } from "../../../../server/modules/identity/domain/verify-token.ts";
import { refusals, type Spoiler, spoilers } from "./spoilers.ts";
import {
  fixtureWith,
  goodScene,
  otherTokenId,
  outcomeOf,
  type TokenFixture,
  tokenId,
  tokenOf,
  verdictOf,
} from "./token-fixture.ts";

/** The flaw that cannot be combined with expiry: a time cannot be both before and after the token's. */
const early = "iat 31 s ahead, or the service's clock set back";

/** Flaws of a step that can be combined with those of other steps. */
const flawsOf = (step: number) => spoilers.filter((spoiler) => spoiler.step === step && spoiler.name !== early);

describe("of two flaws, the one of the earlier step is reported:", () => {
  const pairs = [1, 2, 3].flatMap((first) =>
    [2, 3, 4].filter((second) => second > first).map((second) => [first, second]),
  );
  test.each(pairs as [number, number][])("steps %i and %i", async (first, second) => {
    for (const earlier of flawsOf(first)) {
      for (const later of flawsOf(second)) {
        // The later flaw is applied first, so that it does not undo what the earlier one does to the finished token.
        const outcome = await outcomeOf(fixtureWith(later.spoil, earlier.spoil));
        expect(`${earlier.name} + ${later.name}: ${outcome}`).toBe(
          `${earlier.name} + ${later.name}: ${refusals[earlier.step]}`,
        );
      }
    }
  });

  test("a flaw of step 1 or 2 is reported before an iat far ahead", async () => {
    const ahead = spoilers.find(({ name }) => name === early) as Spoiler;
    for (const earlier of [...flawsOf(1), ...flawsOf(2)]) {
      expect(await outcomeOf(fixtureWith(ahead.spoil, earlier.spoil))).toBe(refusals[earlier.step]);
    }
  });
});

describe("verification loads", () => {
  const loadsWith = async (...spoil: ((fixture: TokenFixture) => void)[]) => {
    const fixture = fixtureWith(...spoil);
    const knowledge = {
      isSignature,
      signingKey: vi.fn(async () => fixture.signingKey),
      rotation: vi.fn(async () => fixture.rotation),
    };
    await verifyToken(tokenOf(fixture), fixture.expected, knowledge, fixture.nowMs);
    return [knowledge.signingKey.mock.calls.length, knowledge.rotation.mock.calls.length];
  };
  const ofStep = (step: number) => (spoilers.find((spoiler) => spoiler.step === step) as Spoiler).spoil;

  test("no key for a malformed token", async () => expect(await loadsWith(ofStep(1))).toEqual([0, 0]));
  test("no rotation key for a wrong signature", async () => expect(await loadsWith(ofStep(2))).toEqual([1, 0]));
  test("each key once for a valid token", async () => expect(await loadsWith()).toEqual([1, 1]));
});

describe("a clone is suspected", () => {
  const withState = (lastN: number, lastJti: string, ...more: ((fixture: TokenFixture) => void)[]) =>
    fixtureWith(
      (fixture) => {
        if (fixture.rotation) fixture.rotation = { ...fixture.rotation, state: { lastN, lastJti } };
      },
      ...more,
    );

  test.each([42, 43, 1000])("when another token has a used counter: last %i", async (lastN) => {
    expect(await verdictOf(withState(lastN, otherTokenId))).toMatchObject({
      refusal: "AUTH_ERROR_ROTATION_INVALID",
      cloneSuspected: true,
    });
  });

  test("not when the last token is sent again", async () => {
    expect(await verdictOf(withState(42, tokenId))).toMatchObject({
      refusal: "AUTH_ERROR_ROTATION_INVALID",
      cloneSuspected: false,
    });
  });

  test("not by a token with a wrong format, signature or rotation code", async () => {
    for (const { name, step, spoil } of spoilers) {
      if (step >= 3 && !name.startsWith("code") && !name.startsWith("unknown")) continue;
      expect(await verdictOf(withState(42, otherTokenId, spoil)), name).toMatchObject({ cloneSuspected: false });
    }
  });

  test("not by a valid token", async () => {
    expect(await verdictOf(goodScene())).toMatchObject({ refusal: undefined, cloneSuspected: false });
  });
});
