import { createPublicKey, type KeyObject, verify } from "node:crypto";

/** Checks whether a key made a signature. All implementations agree. */
export type SignatureCheck = (message: Uint8Array, publicKey: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/**
 * Checks an Ed25519 signature (RFC 8032) in the thread pool, where many checks run at once. Rejects an S that is not
 * below the group order, an R that is not canonical, and an R with a component of small order, which verifiers that
 * multiply by the cofactor accept.
 *
 * @param publicKey accepted at registration by `requirePublicKey`
 */
export const isSignature: SignatureCheck = (message, publicKey, signature) => {
  const key = keyObjectOf(publicKey);
  return new Promise((resolve, reject) => {
    verify(null, message, key, signature, (error, isRight) => (error ? reject(error) : resolve(isRight)));
  });
};

/** Does the same check in the calling thread. `keyOf` may cache keys. */
export function isSignatureNow(
  message: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
  keyOf = keyObjectOf,
): boolean {
  return verify(null, message, keyOf(publicKey), signature);
}

const keysMax = 4_096;

/** Creates a reader of public keys that caches recent ones: reading a key costs a fifth of a check. */
export function createKeyReader(): typeof keyObjectOf {
  const keys = new Map<string, KeyObject>();
  return (publicKey) => {
    const x = Buffer.from(publicKey).toString("base64url");
    const known = keys.get(x);
    if (known !== undefined) return known;
    const key = keyObjectOf(publicKey);
    if (keys.size >= keysMax) keys.clear();
    keys.set(x, key);
    return key;
  };
}

function keyObjectOf(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
