import { describe, expect, test } from "vitest";
import { rotationWindowSeconds } from "../../../../server/modules/identity/domain/rotating-token.ts";
import { bytes, goodScene, issuedAt, outcomeOf, type Scene, sceneWith, tokenOf } from "./scene.ts";
import { refusals, spoilers } from "./spoilers.ts";

test("a token with nothing wrong is good", async () => {
  expect(await outcomeOf(goodScene())).toBe("good");
});

test.each(["EdDSA", "Ed25519"])("alg %s is good", async (alg) => {
  expect(await outcomeOf(sceneWith((scene) => Object.assign(scene.header, { alg })))).toBe("good");
});

describe("a token is refused by the right step:", () => {
  test.each(spoilers)("$name", async ({ step, spoil }) => {
    expect(await outcomeOf(sceneWith(spoil))).toBe(refusals[step]);
  });
});

test("the owner may write claims in another order", async () => {
  const scene = sceneWith((it) => {
    it.claims = Object.fromEntries(Object.entries(it.claims).reverse());
  });
  expect(await outcomeOf(scene)).toBe("good");
});

test("a first token needs no counter before it", async () => {
  const scene = sceneWith((it) => {
    if (it.rotation) it.rotation = { ...it.rotation, state: undefined };
    it.rot["n"] = 1;
  });
  expect(await outcomeOf(scene)).toBe("good");
});

test("the counter may skip as far as it goes, and nothing follows then", async () => {
  const scene = sceneWith((it) => {
    it.rot["n"] = Number.MAX_SAFE_INTEGER;
  });
  expect(await outcomeOf(scene)).toBe("good");
  if (scene.rotation) scene.rotation = { ...scene.rotation, state: { lastN: Number.MAX_SAFE_INTEGER, lastJti: "" } };
  expect(await outcomeOf(scene)).toBe("AUTH_ERROR_ROTATION_INVALID");
});

test("the counter does not begin anew with the next window", async () => {
  const scene = sceneWith((it) => {
    it.claims["iat"] = issuedAt + 300;
    it.claims["exp"] = issuedAt + 600;
    it.rot["w"] = Math.floor((issuedAt + 300) / 300);
    it.rot["n"] = 41;
    it.nowMs += 300_000;
  });
  expect(await outcomeOf(scene)).toBe("AUTH_ERROR_ROTATION_INVALID");
});

test("a token is good for its channel, with a challenge", async () => {
  const scene = sceneWith((it) => {
    it.claims["chal"] = bytes(16, 1);
    it.claims["cb"] = bytes(32, 1);
    it.expected = { ...it.expected, channelBinding: bytes(32, 1) };
  });
  expect(await outcomeOf(scene)).toBe("good");
});

/** All is right, and `aud` is as long as there is room for, or so many letters longer. */
function longScene(lettersMore = 0): Scene {
  return sceneWith((it) => {
    it.claims["scope"] = "a".repeat(512);
    it.claims["aud"] = "a".repeat(1000);
    const { length } = tokenOf(it);
    // Four characters carry three bytes.
    it.claims["aud"] = "a".repeat(1000 + Math.floor(((4096 - length) * 3) / 4) + lettersMore);
    it.expected = { ...it.expected, audience: it.claims["aud"] as string };
  });
}

test("of 4096 characters every step looks at the token", async () => {
  expect(tokenOf(longScene()).length).toBe(4096);
  expect(await outcomeOf(longScene())).toBe("good");
});

test.each([1, 2, 3, 1000])("of more than 4096 characters there is no token: %i letters more", async (lettersMore) => {
  expect(tokenOf(longScene(lettersMore)).length).toBeGreaterThan(4096);
  expect(await outcomeOf(longScene(lettersMore))).toBe("AUTH_ERROR_INVALID_TOKEN");
});

describe("at the edge of a skew,", () => {
  const edges = [
    ["iat 30 s ahead is good", issuedAt * 1000 - 30_000, "good"],
    ["iat 30.001 s ahead is too far", issuedAt * 1000 - 30_001, "AUTH_ERROR_ROTATION_INVALID"],
    ["29.999 s after exp is good", (issuedAt + 329) * 1000 + 999, "good"],
    ["30 s after exp is over", (issuedAt + 330) * 1000, "AUTH_ERROR_TOKEN_EXPIRED"],
  ] as const;
  test.each(edges)("%s", async (_, nowMs, outcome) => {
    expect(await outcomeOf({ ...goodScene(), nowMs })).toBe(outcome);
  });

  test("a rotation key is good until the millisecond before its end", async () => {
    const scene = goodScene();
    if (scene.rotation) scene.rotation = { ...scene.rotation, endsAt: new Date(scene.nowMs + 1) };
    expect(await outcomeOf(scene)).toBe("good");
  });
});

test("exp may be all of the window after iat, whatever the window", async () => {
  for (const windowSeconds of Object.values(rotationWindowSeconds)) {
    const scene = sceneWith((it) => {
      it.expected = { ...it.expected, windowSeconds };
      it.claims["exp"] = issuedAt + windowSeconds;
      it.rot["w"] = Math.floor(issuedAt / windowSeconds);
    });
    expect(await outcomeOf(scene)).toBe("good");
    scene.claims["exp"] = issuedAt + windowSeconds + 1;
    expect(await outcomeOf(scene)).toBe("AUTH_ERROR_INVALID_TOKEN");
  }
});
