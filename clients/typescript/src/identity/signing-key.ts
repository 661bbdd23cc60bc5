import { ed25519 } from "@noble/curves/ed25519.js";
import type { KeyMaker, PlatformKeyPair } from "../platform-keys.ts";
import { type Sign, signWith } from "./mint-token.ts";

/** An Ed25519 key with which an identity signs. */
export interface SigningKey {
  /** 32 bytes; registered as base64url. */
  readonly publicKey: Uint8Array;
  readonly sign: Sign;
  /** Key pair of the platform, if it has Ed25519: not extractable, and browsers can store it in an IndexedDB. */
  readonly pair?: PlatformKeyPair;
  /** The private part, 32 bytes, if the key can be exported. */
  readonly privateKey?: Uint8Array;
}

const algorithm = { name: "Ed25519" };

/** Creates a key. Its private part is not extractable if the platform has Ed25519. */
export async function newSigningKey(platform: KeyMaker = crypto.subtle): Promise<SigningKey> {
  let pair: PlatformKeyPair;
  try {
    pair = (await platform.generateKey(algorithm, false, ["sign", "verify"])) as PlatformKeyPair;
  } catch {
    // The platform lacks Ed25519.
    const { publicKey, sign } = newExportableKey();
    return { publicKey, sign };
  }
  return signingKeyOf(pair);
}

/** Returns the signing key of a platform's key pair. */
export async function signingKeyOf(pair: PlatformKeyPair): Promise<SigningKey> {
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const sign = async (bytes: Uint8Array) => {
    return new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, new Uint8Array(bytes)));
  };
  return { publicKey, sign, pair };
}

/** Creates a key that can be exported, for programs that store credentials as JSON. */
export function newExportableKey(): SigningKey {
  return signingKeyOfBytes(ed25519.utils.randomSecretKey());
}

/** Returns the signing key of a private key of 32 bytes in memory. */
export function signingKeyOfBytes(privateKey: Uint8Array): SigningKey {
  return { publicKey: ed25519.getPublicKey(privateKey), sign: signWith(privateKey), privateKey };
}
