import { createPrivateKey, type KeyObject } from "node:crypto";

/** The Ed25519 private key of a seed of 32 bytes. */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([pkcs8Prefix, seed]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** Precedes the seed in its PrivateKeyInfo (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
