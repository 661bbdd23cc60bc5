import type { Envelope } from "#contract/channel/v1/channel_pb.js";
import { limits } from "../../../core/limits.ts";
import type { NoiseTransport } from "../noise/transport.ts";
import type { CloseStatus, Connection } from "./connection.ts";
import { endsKey } from "./envelope.ts";
import { Frame } from "./frame.ts";
import { OutgoingBatch } from "./outgoing-batch.ts";

/**
 * A connection after its handshake: envelopes in and out. Those sent in one turn of the event loop are encrypted
 * together at its end, because a message costs about the same with one envelope as with many.
 */
export class Link {
  readonly #connection: Connection;
  readonly #transport: NoiseTransport;
  readonly #onEnvelope: (envelope: Envelope) => void;
  readonly #onBreach: () => void;
  readonly #batch = new OutgoingBatch();
  #isOver = false;

  /** `onBreach` is called for a message that is not genuine or not a frame; nothing is read after it. */
  constructor(
    connection: Connection,
    transport: NoiseTransport,
    onEnvelope: (envelope: Envelope) => void,
    onBreach: () => void,
  ) {
    this.#connection = connection;
    this.#transport = transport;
    this.#onEnvelope = onEnvelope;
    this.#onBreach = onBreach;
  }

  get address(): string {
    return this.#connection.address;
  }

  /** Sends an envelope. A client that leaves too much unread is cut off; it may reconnect for the rest. */
  send(bytes: Uint8Array, isLastOfKey = false): void {
    if (this.#isOver) return;
    if (!this.#batch.hasRoomFor(bytes)) this.#flush();
    if (this.#batch.isEmpty && !isLastOfKey) this.#connection.atEndOfTurn(() => this.#flush());
    this.#batch.add(bytes);
    if (isLastOfKey) {
      this.#flush();
      this.#transport.rekeyOutgoing();
    }
    if (this.#connection.unsentBytes + this.#batch.frameBytes > limits.channelUnsentBytesMax) this.cut();
  }

  /** Delivers the envelopes of a message, as long as the connection lasts. */
  message(bytes: Uint8Array): void {
    if (this.#isOver) return;
    const frame = this.#valid(() => new Frame(this.#transport.decrypt(bytes)));
    if (frame === undefined) return;
    do {
      const envelope = this.#valid(() => frame.next());
      if (envelope === undefined) return;
      if (endsKey(envelope.body)) this.#transport.rekeyIncoming();
      this.#onEnvelope(envelope);
    } while (!this.#isOver && !frame.isOver);
  }

  /** Sends the batch and the close frame. Nothing is read after that. */
  close(status: CloseStatus): void {
    if (this.#isOver) return;
    this.#flush();
    this.#isOver = true;
    this.#connection.close(status);
  }

  cut(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#connection.cut();
  }

  /** Handles the end of the connection. */
  gone(): void {
    this.#isOver = true;
  }

  /** Encrypts and sends the batch, unless the connection was cut. */
  #flush(): void {
    if (this.#isOver || this.#batch.isEmpty) return;
    this.#connection.send(this.#transport.encrypt(this.#batch.take()));
  }

  /** Returns what the function reads; undefined if it is invalid. */
  #valid<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch {
      // The other side learns only that the message was invalid.
      this.#onBreach();
      return undefined;
    }
  }
}
