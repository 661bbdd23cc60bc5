import { createPublicKey, type KeyObject, verify } from "node:crypto";

/** Whether a signature is the key's, by whoever is asked: they all agree. */
export type SignatureCheck = (message: Uint8Array, publicKey: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/**
 * Whether the signature is the key's, by Ed25519 (RFC 8032). Checked in the thread pool, so many can be under way.
 * Refused are an S that is not below the group order, an R that is not canonical, and an R with a part of small order,
 * which verifiers that multiply by the cofactor let pass.
 *
 * @param publicKey as registration let it pass (`requirePublicKey`)
 */
export const isSignature: SignatureCheck = (message, publicKey, signature) => {
  const key = keyOf(publicKey);
  return new Promise((resolve, reject) => {
    verify(null, message, key, signature, (error, isRight) => (error ? reject(error) : resolve(isRight)));
  });
};

/** The same, in this thread. */
export function isSignatureNow(message: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, message, keyOf(publicKey), signature);
}

/** Those used of late: to read a key costs a fifth of checking a signature by it. */
const keys = new Map<string, KeyObject>();
const keysMax = 4_096;

function keyOf(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString("base64url");
  const known = keys.get(x);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  if (keys.size >= keysMax) keys.clear();
  keys.set(x, key);
  return key;
}
