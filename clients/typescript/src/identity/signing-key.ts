import { ed25519 } from "@noble/curves/ed25519.js";
import type { KeyMaker, PlatformKeyPair } from "../platform-keys.ts";
import { type Sign, signWith } from "./mint-token.ts";

/** A key of Ed25519 that an identity signs by. */
export interface SigningKey {
  /** 32 bytes: register it as base64url. */
  readonly publicKey: Uint8Array;
  readonly sign: Sign;
  /** Where the platform keeps the key: nobody can read it, and browsers can keep it in an IndexedDB. */
  readonly pair?: PlatformKeyPair;
}

const way = { name: "Ed25519" };

/** A new key, whose private part cannot be read by anybody where the platform has Ed25519. */
export async function newSigningKey(platform: KeyMaker = crypto.subtle): Promise<SigningKey> {
  let pair: PlatformKeyPair;
  try {
    pair = (await platform.generateKey(way, false, ["sign", "verify"])) as PlatformKeyPair;
  } catch {
    // A platform without Ed25519.
    return signingKeyOfBytes(ed25519.utils.randomSecretKey());
  }
  return signingKeyOf(pair);
}

/** The key of a pair that the platform keeps. */
export async function signingKeyOf(pair: PlatformKeyPair): Promise<SigningKey> {
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const sign = async (bytes: Uint8Array) => {
    return new Uint8Array(await crypto.subtle.sign(way, pair.privateKey, Uint8Array.from(bytes)));
  };
  return { publicKey, sign, pair };
}

/** The key of a private key of 32 bytes that is in memory. */
export function signingKeyOfBytes(privateKey: Uint8Array): SigningKey {
  return { publicKey: ed25519.getPublicKey(privateKey), sign: signWith(privateKey) };
}
