import { type Cipher, type KeyedCipher, tagBytes } from "./cipher.ts";
import { NoiseError } from "./noise-error.ts";

const noBytes = Buffer.alloc(0);
const keyBytes = 32;
/** Reserved for rekeying; no message has this number. */
const lastNumber = 2n ** 64n - 1n;

/** A key and the number of the next message under it (Noise, revision 34, section 5.1). */
export class CipherState {
  readonly #cipher: Cipher;
  #keyed: KeyedCipher;
  #next: bigint;

  /** `next` is set by tests only. */
  constructor(cipher: Cipher, key: Uint8Array, next = 0n) {
    this.#cipher = cipher;
    this.#keyed = cipher.keyed(key);
    this.#next = next;
  }

  /** Number of the next message. */
  get next(): bigint {
    return this.#next;
  }

  /** @throws NoiseError if all numbers are used */
  encrypt(associated: Uint8Array, plain: Uint8Array): Buffer {
    this.#assertNumber();
    const sealed = this.#keyed.seal(this.#next, associated, plain);
    this.#next += 1n;
    return sealed;
  }

  /** @throws NoiseError if all numbers are used, or the message is not the next one that the other side encrypted */
  decrypt(associated: Uint8Array, sealed: Uint8Array): Buffer {
    if (sealed.length < tagBytes) throw new NoiseError("a message is too short");
    this.#assertNumber();
    let plain: Buffer;
    try {
      plain = this.#keyed.open(this.#next, associated, sealed);
    } catch (error) {
      throw new NoiseError("a message is not genuine", { cause: error });
    }
    this.#next += 1n;
    return plain;
  }

  /** Replaces the key with one derived from it by a one-way function (section 4.2). Numbers continue. */
  rekey(): void {
    const sealed = this.#keyed.seal(lastNumber, noBytes, Buffer.alloc(keyBytes));
    this.#keyed = this.#cipher.keyed(sealed.subarray(0, keyBytes));
  }

  #assertNumber(): void {
    if (this.#next >= lastNumber) throw new NoiseError("all numbers of messages are used");
  }
}
