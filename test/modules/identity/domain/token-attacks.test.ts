import { describe, expect, test } from "vitest";
import { rotationWindowSeconds } from "../../../../server/modules/identity/domain/rotating-token.ts";
import { refusals, spoilers } from "./spoilers.ts";
import { bytes, fixtureWith, goodScene, issuedAt, outcomeOf, type TokenFixture, tokenOf } from "./token-fixture.ts";

test("a valid token is accepted", async () => {
  expect(await outcomeOf(goodScene())).toBe("good");
});

test.each(["EdDSA", "Ed25519"])("alg %s is accepted", async (alg) => {
  expect(await outcomeOf(fixtureWith((fixture) => Object.assign(fixture.header, { alg })))).toBe("good");
});

describe("a token is refused by the step that checks its flaw:", () => {
  test.each(spoilers)("$name", async ({ step, spoil }) => {
    expect(await outcomeOf(fixtureWith(spoil))).toBe(refusals[step]);
  });
});

test("a token with its claims in another order is accepted", async () => {
  const fixture = fixtureWith((fixture) => {
    fixture.claims = Object.fromEntries(Object.entries(fixture.claims).reverse());
  });
  expect(await outcomeOf(fixture)).toBe("good");
});

test("a client's first token is accepted without a previous counter", async () => {
  const fixture = fixtureWith((fixture) => {
    if (fixture.rotation) fixture.rotation = { ...fixture.rotation, state: undefined };
    fixture.rot["n"] = 1;
  });
  expect(await outcomeOf(fixture)).toBe("good");
});

test("the counter may skip to its maximum, after which every token is refused", async () => {
  const fixture = fixtureWith((fixture) => {
    fixture.rot["n"] = Number.MAX_SAFE_INTEGER;
  });
  expect(await outcomeOf(fixture)).toBe("good");
  if (fixture.rotation)
    fixture.rotation = { ...fixture.rotation, state: { lastN: Number.MAX_SAFE_INTEGER, lastJti: "" } };
  expect(await outcomeOf(fixture)).toBe("AUTH_ERROR_ROTATION_INVALID");
});

test("a used counter is refused in the next window too", async () => {
  const fixture = fixtureWith((fixture) => {
    fixture.claims["iat"] = issuedAt + 300;
    fixture.claims["exp"] = issuedAt + 600;
    fixture.rot["w"] = Math.floor((issuedAt + 300) / 300);
    fixture.rot["n"] = 41;
    fixture.nowMs += 300_000;
  });
  expect(await outcomeOf(fixture)).toBe("AUTH_ERROR_ROTATION_INVALID");
});

test("a token bound to a channel is accepted on that channel, with a challenge", async () => {
  const fixture = fixtureWith((fixture) => {
    fixture.claims["chal"] = bytes(16, 1);
    fixture.claims["cb"] = bytes(32, 1);
    fixture.expected = { ...fixture.expected, channelBinding: bytes(32, 1) };
  });
  expect(await outcomeOf(fixture)).toBe("good");
});

/** A valid token of 4096 characters, the maximum, or with an `aud` that is some letters longer. */
function longFixture(lettersMore = 0): TokenFixture {
  return fixtureWith((fixture) => {
    fixture.claims["scope"] = "a".repeat(512);
    fixture.claims["aud"] = "a".repeat(1000);
    const { length } = tokenOf(fixture);
    // Four characters carry three bytes.
    fixture.claims["aud"] = "a".repeat(1000 + Math.floor(((4096 - length) * 3) / 4) + lettersMore);
    fixture.expected = { ...fixture.expected, audience: fixture.claims["aud"] as string };
  });
}

test("a token of 4096 characters is accepted", async () => {
  expect(tokenOf(longFixture()).length).toBe(4096);
  expect(await outcomeOf(longFixture())).toBe("good");
});

test.each([1, 2, 3, 1000])("a token of more than 4096 characters is refused: %i letters more", async (lettersMore) => {
  expect(tokenOf(longFixture(lettersMore)).length).toBeGreaterThan(4096);
  expect(await outcomeOf(longFixture(lettersMore))).toBe("AUTH_ERROR_INVALID_TOKEN");
});

describe("at the limits of clock skew,", () => {
  const edges = [
    ["iat 30 s ahead is accepted", issuedAt * 1000 - 30_000, "good"],
    ["iat 30.001 s ahead is refused", issuedAt * 1000 - 30_001, "AUTH_ERROR_ROTATION_INVALID"],
    ["29.999 s after exp is accepted", (issuedAt + 329) * 1000 + 999, "good"],
    ["30 s after exp is refused", (issuedAt + 330) * 1000, "AUTH_ERROR_TOKEN_EXPIRED"],
  ] as const;
  test.each(edges)("%s", async (_, nowMs, outcome) => {
    expect(await outcomeOf({ ...goodScene(), nowMs })).toBe(outcome);
  });

  test("a rotation key is valid until the millisecond before its end", async () => {
    const fixture = goodScene();
    if (fixture.rotation) fixture.rotation = { ...fixture.rotation, endsAt: new Date(fixture.nowMs + 1) };
    expect(await outcomeOf(fixture)).toBe("good");
  });
});

test("exp may be at most one window after iat, for every length of window", async () => {
  for (const windowSeconds of Object.values(rotationWindowSeconds)) {
    const fixture = fixtureWith((fixture) => {
      fixture.expected = { ...fixture.expected, windowSeconds };
      fixture.claims["exp"] = issuedAt + windowSeconds;
      fixture.rot["w"] = Math.floor(issuedAt / windowSeconds);
    });
    expect(await outcomeOf(fixture)).toBe("good");
    fixture.claims["exp"] = issuedAt + windowSeconds + 1;
    expect(await outcomeOf(fixture)).toBe("AUTH_ERROR_INVALID_TOKEN");
  }
});
