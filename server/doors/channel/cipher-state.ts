import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from "node:crypto";
import { NoiseError } from "./noise-error.ts";

/** Bytes that encryption adds. */
export const tagBytes = 16;

const noBytes = Buffer.alloc(0);
const nonce = Buffer.alloc(12);
/** Kept for rekeying; no message has it. */
const lastNonce = 2n ** 64n - 1n;

/**
 * A key of AES-256-GCM and the number of the next message under it (Noise, revision 34, section 5.1). The nonce of a
 * message are four zero bytes and its number in eight, the highest first (section 12.4).
 */
export class CipherState {
  #key: KeyObject;
  #next: bigint;

  /** `next` is not 0 in tests only. */
  constructor(key: Uint8Array, next = 0n) {
    this.#key = createSecretKey(key);
    this.#next = next;
  }

  /** The number of the next message. */
  get next(): bigint {
    return this.#next;
  }

  /** @throws NoiseError when all numbers are used */
  encrypt(associated: Uint8Array, plain: Uint8Array): Buffer {
    const sealed = this.#seal(this.#nonce(), associated, plain);
    this.#next += 1n;
    return sealed;
  }

  /** @throws NoiseError when all numbers are used, or the message is not what the other side encrypted next */
  decrypt(associated: Uint8Array, sealed: Uint8Array): Buffer {
    if (sealed.length < tagBytes) throw new NoiseError("a message is too short");
    const decipher = createDecipheriv("aes-256-gcm", this.#key, this.#nonce());
    const end = sealed.length - tagBytes;
    if (associated.length > 0) decipher.setAAD(associated);
    decipher.setAuthTag(sealed.subarray(end));
    const plain = decipher.update(sealed.subarray(0, end));
    try {
      decipher.final();
    } catch (error) {
      throw new NoiseError("a message is not genuine", { cause: error });
    }
    this.#next += 1n;
    return plain;
  }

  /** Replaces the key by one that follows from it and does not lead back (section 4.2). Numbers go on. */
  rekey(): void {
    const sealed = this.#seal(nonceOf(lastNonce), noBytes, Buffer.alloc(32));
    this.#key = createSecretKey(sealed.subarray(0, 32));
  }

  #nonce(): Buffer {
    if (this.#next >= lastNonce) throw new NoiseError("all numbers of messages are used");
    return nonceOf(this.#next);
  }

  #seal(nonce: Buffer, associated: Uint8Array, plain: Uint8Array): Buffer {
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    if (associated.length > 0) cipher.setAAD(associated);
    const body = cipher.update(plain);
    cipher.final();
    return Buffer.concat([body, cipher.getAuthTag()], plain.length + tagBytes);
  }
}

/** In the same place always: whoever is given it copies it. */
function nonceOf(number: bigint): Buffer {
  nonce.writeBigUInt64BE(number, 4);
  return nonce;
}
