import type { CipherState } from "./cipher-state.ts";

/** Messages of one direction between automatic rekeys. Both sides count them; no message announces a rekey. */
export const messagesPerKey = 65_536n;

const noBytes = Buffer.alloc(0);

/** Messages after a handshake. A lost, repeated, changed or reordered one is rejected as not genuine. */
export class NoiseTransport {
  readonly #outgoing: CipherState;
  readonly #incoming: CipherState;

  constructor(outgoing: CipherState, incoming: CipherState) {
    this.#outgoing = outgoing;
    this.#incoming = incoming;
  }

  /** @throws NoiseError if all message numbers are used */
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

  /** Rekeys outgoing messages, from the next one on. */
  rekeyOutgoing(): void {
    this.#outgoing.rekey();
  }

  /** Rekeys incoming messages, from the next one on. */
  rekeyIncoming(): void {
    this.#incoming.rekey();
  }
}

function rekeyIfDue(cipher: CipherState): void {
  if (cipher.next % messagesPerKey === 0n) cipher.rekey();
}
