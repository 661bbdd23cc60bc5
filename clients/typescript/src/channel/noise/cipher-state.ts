import { type Bytes, type Cipher, type KeyedCipher, tagBytes } from "./cipher.ts";
import { NoiseError } from "./noise-error.ts";

const keyBytes = 32;
/** Reserved for rekeying; no message has this number. */
const lastNumber = 2n ** 64n - 1n;

/**
 * A key and the number of the next message under it (Noise, revision 34, section 5.1). Messages are numbered in the order
 * of the calls, whatever the order in which their promises settle.
 */
export class CipherState {
  readonly #cipher: Cipher;
  #keyed: Promise<KeyedCipher>;
  #next: bigint;

  /** `next` is set by tests only. */
  constructor(cipher: Cipher, key: Bytes, next = 0n) {
    this.#cipher = cipher;
    this.#keyed = cipher.keyed(key);
    this.#next = next;
  }

  /** Number of the next message. */
  get next(): bigint {
    return this.#next;
  }

  /** Rejects with NoiseError if all numbers are used. */
  async encrypt(associated: Bytes, plain: Bytes): Promise<Bytes> {
    const [keyed, number] = [this.#keyed, this.#take()];
    return (await keyed).seal(number, associated, plain);
  }

  /** Rejects with NoiseError if all numbers are used, or the message is not the next one that the other side encrypted. */
  async decrypt(associated: Bytes, sealed: Bytes): Promise<Bytes> {
    if (sealed.length < tagBytes) throw new NoiseError("a message is too short");
    const [keyed, number] = [this.#keyed, this.#take()];
    try {
      return await (await keyed).open(number, associated, sealed);
    } catch (error) {
      throw new NoiseError("a message is not genuine", { cause: error });
    }
  }

  /** Replaces the key with one derived from it by a one-way function (section 4.2). Numbers continue. */
  rekey(): void {
    this.#keyed = this.#keyed.then(async (keyed) => {
      const sealed = await keyed.seal(lastNumber, new Uint8Array(), new Uint8Array(keyBytes));
      return this.#cipher.keyed(sealed.slice(0, keyBytes));
    });
  }

  #take(): bigint {
    if (this.#next >= lastNumber) throw new NoiseError("all numbers of messages are used");
    const number = this.#next;
    this.#next += 1n;
    return number;
  }
}
