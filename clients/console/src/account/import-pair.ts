import { ed25519 } from "@noble/curves/ed25519.js";
import type { PlatformKeyPair } from "../../../typescript/src/platform-keys.ts";

/** Prefix of a private Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const prefix = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/** Imports a private key of 32 bytes into the browser as a non-extractable key. */
export async function importPair(privateKey: Uint8Array): Promise<PlatformKeyPair> {
  const encoded = new Uint8Array([...prefix, ...privateKey]);
  const publicKey = new Uint8Array(ed25519.getPublicKey(privateKey));
  try {
    return {
      privateKey: await crypto.subtle.importKey("pkcs8", encoded, "Ed25519", false, ["sign"]),
      publicKey: await crypto.subtle.importKey("raw", publicKey, "Ed25519", true, ["verify"]),
    };
  } catch (cause) {
    throw new Error("This browser has no Ed25519, which accounts need. Use a version of 2025 or later.", { cause });
  }
}
