import type { CipherState } from "./cipher-state.ts";

/** Each direction gets a new key after so many messages. Both sides count, and nothing is said about it. */
export const messagesPerKey = 65_536n;

const noBytes = Buffer.alloc(0);

/** The messages after a handshake. One that is lost, doubled, changed or out of its order is not genuine. */
export class NoiseTransport {
  readonly #outgoing: CipherState;
  readonly #incoming: CipherState;

  constructor(outgoing: CipherState, incoming: CipherState) {
    this.#outgoing = outgoing;
    this.#incoming = incoming;
  }

  /** @throws NoiseError when all numbers of messages are used */
  encrypt(plain: Uint8Array): Buffer {
    const sealed = this.#outgoing.encrypt(noBytes, plain);
    rekeyIfDue(this.#outgoing);
    return sealed;
  }

  /** @throws NoiseError for anything but the next message */
  decrypt(sealed: Uint8Array): Buffer {
    const plain = this.#incoming.decrypt(noBytes, sealed);
    rekeyIfDue(this.#incoming);
    return plain;
  }

  /** The next message that is encrypted has a new key, however few there were under the old one. */
  rekeyOutgoing(): void {
    this.#outgoing.rekey();
  }

  /** The same for the next one that is decrypted. */
  rekeyIncoming(): void {
    this.#incoming.rekey();
  }
}

function rekeyIfDue(cipher: CipherState): void {
  if (cipher.next % messagesPerKey === 0n) cipher.rekey();
}
