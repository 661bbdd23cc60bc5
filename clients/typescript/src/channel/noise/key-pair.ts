import { x25519 } from "@noble/curves/ed25519.js";
import type { KeyMaker, PlatformKeyPair } from "../../platform-keys.ts";
import { NoiseError } from "./noise-error.ts";

/** A key pair of X25519. */
export interface KeyPair {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /**
   * The 32 bytes on which both sides agree.
   *
   * @throws NoiseError for a key of small order
   */
  agree(remote: Uint8Array): Promise<Uint8Array>;
}

const way = { name: "X25519" };

/** A new pair, whose private key cannot be read by anybody where the platform has X25519. */
export async function newKeyPair(platform: KeyMaker = crypto.subtle): Promise<KeyPair> {
  let pair: PlatformKeyPair;
  try {
    pair = (await platform.generateKey(way, false, ["deriveBits"])) as PlatformKeyPair;
  } catch {
    // A platform without X25519.
    return keyPairOfBytes(x25519.utils.randomSecretKey());
  }
  return keyPairOf(pair);
}

/** The pair that the platform keeps. */
export async function keyPairOf(pair: PlatformKeyPair): Promise<KeyPair> {
  return {
    publicKey: new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)),
    async agree(remote) {
      assertLength(remote);
      const theirs = await crypto.subtle.importKey("raw", Uint8Array.from(remote), way, false, []);
      let shared: Uint8Array;
      try {
        shared = new Uint8Array(await crypto.subtle.deriveBits({ ...way, public: theirs }, pair.privateKey, 256));
      } catch (error) {
        // Most platforms refuse the zeros themselves.
        throw new NoiseError("the other side's key is of small order", { cause: error });
      }
      return notZero(shared);
    },
  };
}

/** The pair of a private key of 32 bytes that is in memory. */
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
  if (remote.length !== 32) throw new NoiseError("a public key has 32 bytes");
}

function notZero(shared: Uint8Array): Uint8Array {
  if (shared.every((byte) => byte === 0)) throw new NoiseError("the other side's key is of small order");
  return shared;
}
