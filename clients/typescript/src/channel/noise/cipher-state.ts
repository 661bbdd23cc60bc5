import type { PlatformKey } from "../../platform-keys.ts";
import { NoiseError } from "./noise-error.ts";

/** Bytes that encryption adds. */
export const tagBytes = 16;

/** Kept for rekeying; no message has it. */
const lastNonce = 2n ** 64n - 1n;

/**
 * A key of AES-256-GCM and the number of the next message under it (Noise, revision 34, section 5.1). Messages are
 * numbered in the order of the calls, whenever their promises are fulfilled.
 */
export class CipherState {
  #key: Promise<PlatformKey>;
  #next: bigint;

  /** `next` is not 0 in tests only. */
  constructor(key: Uint8Array<ArrayBuffer>, next = 0n) {
    this.#key = imported(key);
    this.#next = next;
  }

  /** The number of the next message. */
  get next(): bigint {
    return this.#next;
  }

  /** Rejects with NoiseError when all numbers are used. */
  async encrypt(associated: Uint8Array<ArrayBuffer>, plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const [key, way] = [this.#key, this.#way(associated)];
    return new Uint8Array(await crypto.subtle.encrypt(way, await key, plain));
  }

  /** Rejects with NoiseError when all numbers are used, or for anything but the next message. */
  async decrypt(
    associated: Uint8Array<ArrayBuffer>,
    sealed: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    if (sealed.length < tagBytes) throw new NoiseError("a message is too short");
    const [key, way] = [this.#key, this.#way(associated)];
    try {
      return new Uint8Array(await crypto.subtle.decrypt(way, await key, sealed));
    } catch (error) {
      throw new NoiseError("a message is not genuine", { cause: error });
    }
  }

  /** Replaces the key by one that follows from it and does not lead back (section 4.2). Numbers go on. */
  rekey(): void {
    const old = this.#key;
    this.#key = old.then(async (key) => {
      const way = { name: "AES-GCM", iv: nonceOf(lastNonce) };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(way, key, new Uint8Array(32)));
      return imported(sealed.slice(0, 32));
    });
  }

  #way(additionalData: Uint8Array<ArrayBuffer>) {
    if (this.#next >= lastNonce) throw new NoiseError("all numbers of messages are used");
    const iv = nonceOf(this.#next);
    this.#next += 1n;
    return { name: "AES-GCM", iv, additionalData };
  }
}

function imported(key: Uint8Array<ArrayBuffer>): Promise<PlatformKey> {
  return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Four zero bytes, then the number in eight, the highest first (section 12.4). */
function nonceOf(number: bigint): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, number);
  return nonce;
}
