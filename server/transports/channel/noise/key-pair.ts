import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";
import { NoiseError } from "./noise-error.ts";

/** Bytes of a public key, a private key and a shared secret (RFC 7748, section 5). */
export const dhBytes = 32;

/** An X25519 key pair. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  /** 32 bytes. */
  readonly publicKey: Buffer;
}

export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("x25519");
  return { privateKey, publicKey: bytesOf(publicKey) };
}

/** Returns the pair of a private key of 32 bytes. */
export function keyPairOfBytes(privateBytes: Uint8Array): KeyPair {
  const key = Buffer.concat([pkcs8Prefix, privateBytes]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return { privateKey, publicKey: bytesOf(createPublicKey(privateKey)) };
}

/**
 * Returns the shared secret of 32 bytes.
 *
 * @throws NoiseError for a public key of small order, with which every private key gives the same zeros
 */
export function agree({ privateKey }: KeyPair, publicBytes: Uint8Array): Buffer {
  if (publicBytes.length !== dhBytes) throw new NoiseError("a public key has 32 bytes");
  const key = Buffer.concat([spkiPrefix, publicBytes]);
  const publicKey = createPublicKey({ key, format: "der", type: "spki" });
  let shared: Buffer;
  try {
    shared = diffieHellman({ privateKey, publicKey });
  } catch (error) {
    // OpenSSL itself rejects an all-zero result.
    throw new NoiseError("the other side's key is of small order", { cause: error });
  }
  if (shared.every((byte) => byte === 0)) throw new NoiseError("the other side's key is of small order");
  return shared;
}

/** Prefixes of the 32 bytes in the DER encodings that Node reads (RFC 8410, sections 4 and 7). */
const spkiPrefix = Buffer.from("302a300506032b656e032100", "hex");
const pkcs8Prefix = Buffer.from("302e020100300506032b656e04220420", "hex");

function bytesOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: "der", type: "spki" }).subarray(spkiPrefix.length);
}
