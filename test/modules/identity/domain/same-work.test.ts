import { beforeEach, expect, test, vi } from "vitest";
import { isGoodPublicKey } from "../../../../server/modules/identity/domain/public-key.ts";
import { goodScene, otherSeed, outcomeOf, publicKeyOf, type Scene, sceneWith, seed } from "./scene.ts";

/** What was verified since the test began. */
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

const forged = (scene: Scene) => {
  scene.seed = otherSeed;
};

/** Everything that a stranger must not be able to tell apart by time. */
const unknown: [string, (scene: Scene) => void][] = [
  [
    "no such identity or key",
    (scene) => {
      scene.signingKey = undefined;
    },
  ],
  [
    "a revoked key",
    (scene) => {
      if (scene.signingKey) scene.signingKey = { ...scene.signingKey, revokedAt: new Date(0) };
    },
  ],
  [
    "a key of another identity",
    (scene) => {
      if (scene.signingKey) scene.signingKey = { ...scene.signingKey, identityId: "somebody-else" };
    },
  ],
  [
    "a key of another id",
    (scene) => {
      if (scene.signingKey) scene.signingKey = { ...scene.signingKey, id: "another-key" };
    },
  ],
];

test.each(unknown)("for %s the same work is done as for a known identity: one verification", async (_, spoil) => {
  expect(await outcomeOf(sceneWith(forged))).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  expect(await outcomeOf(sceneWith(forged, spoil))).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  const [known, other] = verified as [(typeof verified)[0], (typeof verified)[0]];
  expect(verified).toHaveLength(2);
  expect(known.publicKey).toEqual(publicKeyOf(seed));
  expect([other.message, other.signature]).toEqual([known.message, known.signature]);
  // Just as much to verify by, although it is nobody's.
  expect(isGoodPublicKey(other.publicKey)).toBe(true);
  expect(other.publicKey).not.toEqual(known.publicKey);
});

test("even a right signature is none by a key that is not the identity's", async () => {
  for (const [, spoil] of unknown) {
    expect(await outcomeOf(sceneWith(spoil))).toBe("AUTH_ERROR_SIGNATURE_INVALID");
  }
  expect(await outcomeOf(goodScene())).toBe("good");
});
