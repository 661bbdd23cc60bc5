import { beforeEach, expect, test, vi } from "vitest";
import { isGoodPublicKey } from "../../../../server/modules/identity/domain/public-key.ts";
import { fixtureWith, goodScene, otherSeed, outcomeOf, publicKeyOf, seed, type TokenFixture } from "./token-fixture.ts";

/** Signature verifications since the test began. */
const verified = vi.hoisted(() => [] as { message: Uint8Array; publicKey: Uint8Array; signature: Uint8Array }[]);

vi.mock("../../../../server/core/signing/signature.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("../../../../server/core/signing/signature.ts")>();
  return {
    isSignature(message: Uint8Array, publicKey: Uint8Array, signature: Uint8Array) {
      verified.push({ message, publicKey, signature });
      return real.isSignature(message, publicKey, signature);
    },
  };
});

beforeEach(() => {
  verified.length = 0;
});

const forged = (fixture: TokenFixture) => {
  fixture.seed = otherSeed;
};

/** Keys that are refused, which response times must not tell from a known key with a wrong signature. */
const unknown: [string, (fixture: TokenFixture) => void][] = [
  [
    "no such identity or key",
    (fixture) => {
      fixture.signingKey = undefined;
    },
  ],
  [
    "a revoked key",
    (fixture) => {
      if (fixture.signingKey) fixture.signingKey = { ...fixture.signingKey, revokedAt: new Date(0) };
    },
  ],
  [
    "a key of another identity",
    (fixture) => {
      if (fixture.signingKey) fixture.signingKey = { ...fixture.signingKey, identityId: "somebody-else" };
    },
  ],
  [
    "a key of another id",
    (fixture) => {
      if (fixture.signingKey) fixture.signingKey = { ...fixture.signingKey, id: "another-key" };
    },
  ],
];

test.each(unknown)("for %s the same work is done as for a known identity: one verification", async (_, spoil) => {
  expect(await outcomeOf(fixtureWith(forged))).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  expect(await outcomeOf(fixtureWith(forged, spoil))).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  const [known, other] = verified as [(typeof verified)[0], (typeof verified)[0]];
  expect(verified).toHaveLength(2);
  expect(known.publicKey).toEqual(publicKeyOf(seed));
  expect([other.message, other.signature]).toEqual([known.message, known.signature]);
  // A valid public key, so that verification takes as long, although it belongs to no identity.
  expect(isGoodPublicKey(other.publicKey)).toBe(true);
  expect(other.publicKey).not.toEqual(known.publicKey);
});

test("a right signature by a key that is unknown, revoked or of another identity is refused", async () => {
  for (const [, spoil] of unknown) {
    expect(await outcomeOf(fixtureWith(spoil))).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  }
  expect(await outcomeOf(goodScene())).toBe("good");
});
