import type { CipherState } from "./cipher-state.ts";

/** Messages of one direction between automatic rekeys. Both sides count them; no message announces a rekey. */
const messagesPerKey = 65_536n;

const noBytes = new Uint8Array();

/** Messages after a handshake. Each direction follows the order of the calls. */
export class NoiseTransport {
  readonly #outgoing: CipherState;
  readonly #incoming: CipherState;

  constructor(outgoing: CipherState, incoming: CipherState) {
    this.#outgoing = outgoing;
    this.#incoming = incoming;
  }

  encrypt(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const sealed = this.#outgoing.encrypt(noBytes, plain);
    rekeyIfDue(this.#outgoing);
    return sealed;
  }

  /** Rejects with NoiseError for anything but the next message. */
  decrypt(sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
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
