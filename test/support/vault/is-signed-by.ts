import { createPublicKey, verify } from "node:crypto";

/** Whether node:crypto accepts an Ed25519 signature of the bytes. False also for an invalid public key. */
export function isSignedBy(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") };
  return verify(null, bytes, createPublicKey({ key, format: "jwk" }), signature);
}
