import { ed25519 } from "@noble/curves/ed25519.js";
import { fromBase64url } from "./bytes.ts";

/** Thrown if a key set has no usable key with an id. */
export class NoPublishedKey extends Error {}

/**
 * Returns a public key of the service by its id.
 *
 * @param keySet content of `/.well-known/jwks.json`: a JSON Web Key Set (RFC 7517)
 * @throws NoPublishedKey
 */
export function publishedKey(keySet: unknown, keyId: string): Uint8Array {
  const { keys } = (keySet ?? {}) as { readonly keys?: unknown };
  const found = (Array.isArray(keys) ? keys : []).find((key) => key?.kid === keyId);
  if (found === undefined) throw new NoPublishedKey("the key set has no key with this id");
  const { kty, crv, x } = found as { readonly [member: string]: unknown };
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string" || !/^[\w-]{43}$/.test(x)) {
    throw new NoPublishedKey("the key is no Ed25519 key");
  }
  return fromBase64url(x);
}

/** Verifies an Ed25519 signature by the strict rules of RFC 8032. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    // The signature or the key is malformed.
    return false;
  }
}
