import { ed25519 } from "@noble/curves/ed25519.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { onPublishedVectors } from "../../support/published-vectors.ts";
import { isSignedBy } from "../../support/vault/is-signed-by.ts";
import { openedVault } from "../../support/vault/opened.ts";
import { storedKey } from "../../support/vault/stored-key.ts";
import { flipped } from "./arbitraries.ts";
import { asyncLaw } from "./async-law.ts";

const owner = { identity: "alice", purpose: "signing" };

/** RFC 8032 as node:crypto reads it: cofactorless, and no encoding but the canonical one. */
function nobleFinds(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  return ed25519.verify(signature, bytes, publicKey, { zip215: false });
}

describe("two implementations of Ed25519", () => {
  asyncLaw(
    "accept a signature of the vault, and refuse it with any part changed",
    async () => {
      const vault = await openedVault();
      return { vault, keys: await Promise.all([1, 2, 3].map(() => storedKey(vault, owner))) };
    },
    fc.tuple(fc.nat(2), fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), fc.integer({ min: 1, max: 255 })),
    async ({ vault, keys }, [index, bytes, place, bits]) => {
      const { keyId, publicKey } = keys[index] as (typeof keys)[0];
      const signature = await vault.sign(keyId, bytes);
      const both = (key: Uint8Array, text: Uint8Array, signed: Uint8Array) => [
        isSignedBy(key, text, signed),
        nobleFinds(key, text, signed),
      ];
      expect(both(publicKey, bytes, signature)).toEqual([true, true]);
      expect(both(publicKey, flipped(bytes, place, bits), signature)).toEqual([false, false]);
      expect(both(publicKey, bytes, flipped(signature, place, bits))).toEqual([false, false]);
      expect(both(flipped(publicKey, place, bits), bytes, signature)).toEqual([false, false]);
    },
  );
});

interface Vectors {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly { tcId: number; msg: string; sig: string; result: string }[];
  }[];
}

onPublishedVectors<Vectors>("wycheproof/ed25519_test.json", "both libraries", ({ testGroups }) => {
  it("agree with every vector of Wycheproof", () => {
    const tests = testGroups.flatMap((group) =>
      group.tests.map((vector) => ({ ...vector, publicKey: group.publicKey.pk })),
    );
    expect(tests).toHaveLength(151);
    for (const { tcId, publicKey, msg, sig, result } of tests) {
      const [key, bytes, signature] = [publicKey, msg, sig].map((hex) => Buffer.from(hex, "hex")) as [
        Buffer,
        Buffer,
        Buffer,
      ];
      expect(isSignedBy(key, bytes, signature), `node:crypto, ${tcId}`).toBe(result === "valid");
      const found = signature.length === 64 && nobleFinds(key, bytes, signature);
      expect(found, `noble, ${tcId}`).toBe(result === "valid");
    }
  });
});
