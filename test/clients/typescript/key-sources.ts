import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { type KeyPair, keyPairOf, keyPairOfBytes } from "../../../clients/typescript/src/channel/noise/key-pair.ts";
import { type SigningKey, signingKeyOf, signingKeyOfBytes } from "../../../clients/typescript/src/index.ts";
import type { KeyMaker } from "../../../clients/typescript/src/platform-keys.ts";

type Source<Key> = [name: string, ofPrivateKey: (bytes: Uint8Array) => Promise<Key>];

/** Both sources of X25519 key pairs of the client, here of a given private key. */
export const keyPairs: Source<KeyPair>[] = [
  [
    "the platform",
    async (bytes) => keyPairOf(await imported("X25519", 0x6e, bytes, x25519.getPublicKey(bytes), ["deriveBits"])),
  ],
  ["noble", async (bytes) => keyPairOfBytes(bytes)],
];

/** The same for Ed25519. */
export const signingKeys: Source<SigningKey>[] = [
  [
    "the platform",
    async (bytes) => signingKeyOf(await imported("Ed25519", 0x70, bytes, ed25519.getPublicKey(bytes), ["sign"])),
  ],
  ["noble", async (bytes) => signingKeyOfBytes(bytes)],
];

/** A platform that has neither of the curves. */
export const withoutCurves: KeyMaker = {
  generateKey: (async () => {
    throw new DOMException("unrecognized name", "NotSupportedError");
  }) as KeyMaker["generateKey"],
};

/** Imports a private key as PKCS #8 (RFC 8410), in which one byte names the curve. */
async function imported(
  name: string,
  curve: number,
  privateKey: Uint8Array,
  publicKey: Uint8Array,
  usages: ("deriveBits" | "sign")[],
) {
  const pkcs8 = Buffer.concat([
    Buffer.from("302e020100300506032b65", "hex"),
    Buffer.of(curve, 4, 0x22, 4, 0x20),
    privateKey,
  ]);
  return {
    privateKey: await crypto.subtle.importKey("pkcs8", pkcs8, name, false, usages),
    publicKey: await crypto.subtle.importKey("raw", Uint8Array.from(publicKey), name, true, []),
  };
}
