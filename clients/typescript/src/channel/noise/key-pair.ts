import { x25519 } from "@noble/curves/ed25519.js";
import type { KeyMaker, PlatformKeyPair } from "../../platform-keys.ts";
import { NoiseError } from "./noise-error.ts";

/** Bytes of a public key (RFC 7748, section 5). */
export const dhBytes = 32;

/** An X25519 key pair. */
export interface KeyPair {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /**
   * Returns the shared secret of 32 bytes.
   *
   * @throws NoiseError for a key of small order
   */
  agree(remote: Uint8Array): Promise<Uint8Array>;
}

const algorithm = { name: "X25519" };

/** Creates a key pair. Its private key cannot be exported if the platform has X25519. */
export async function newKeyPair(platform: KeyMaker = crypto.subtle): Promise<KeyPair> {
  let pair: PlatformKeyPair;
  try {
    pair = (await platform.generateKey(algorithm, false, ["deriveBits"])) as PlatformKeyPair;
  } catch {
    // The platform lacks X25519.
    return keyPairOfBytes(x25519.utils.randomSecretKey());
  }
  return keyPairOf(pair);
}

/** Returns the pair of a platform's keys. */
export async function keyPairOf(pair: PlatformKeyPair): Promise<KeyPair> {
  return {
    publicKey: new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)),
    async agree(remote) {
      assertLength(remote);
      const theirs = await crypto.subtle.importKey("raw", Uint8Array.from(remote), algorithm, false, []);
      let shared: Uint8Array;
      try {
        shared = new Uint8Array(await crypto.subtle.deriveBits({ ...algorithm, public: theirs }, pair.privateKey, 256));
      } catch (error) {
        // Most platforms themselves reject an all-zero result.
        throw new NoiseError("the other side's key is of small order", { cause: error });
      }
      return notZero(shared);
    },
  };
}

/** Returns the pair of a private key of 32 bytes. */
export function keyPairOfBytes(privateKey: Uint8Array): KeyPair {
  return {
    publicKey: x25519.getPublicKey(privateKey),
    async agree(remote) {
      assertLength(remote);
      try {
        return notZero(x25519.getSharedSecret(privateKey, remote));
      } catch (error) {
        throw new NoiseError("the other side's key is of small order", { cause: error });
      }
    },
  };
}

function assertLength(remote: Uint8Array): void {
  if (remote.length !== dhBytes) throw new NoiseError("a public key has 32 bytes");
}

function notZero(shared: Uint8Array): Uint8Array {
  if (shared.every((byte) => byte === 0)) throw new NoiseError("the other side's key is of small order");
  return shared;
}
