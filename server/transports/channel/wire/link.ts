import type { Envelope } from "../../../../gen/es/platonic/channel/v1/channel_pb.js";
import { limits } from "../../../core/limits.ts";
import type { NoiseTransport } from "../noise/transport.ts";
import type { CloseStatus, Connection } from "./connection.ts";
import { endsKey } from "./envelope.ts";
import { Frame } from "./frame.ts";
import { OutgoingBatch } from "./outgoing-batch.ts";

/**
 * A connection after its handshake: envelopes in and out. Those that are sent in one turn of the event loop are encrypted
 * together at its end, because a message costs about the same with one envelope as with many.
 */
export class Link {
  readonly #connection: Connection;
  readonly #transport: NoiseTransport;
  readonly #onEnvelope: (envelope: Envelope) => void;
  readonly #onBreach: () => void;
  readonly #batch = new OutgoingBatch();
  /** Unread rest of the last decrypted message. */
  #frame: Frame | undefined;
  /** Messages that arrived while paused: at most those that had been read from the socket already. */
  #waiting: Uint8Array[] = [];
  #isPaused = false;
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

  get isReading(): boolean {
    return !this.#isPaused;
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

  message(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#waiting.push(bytes);
    this.#deliver();
  }

  pause(): void {
    if (this.#isPaused || this.#isOver) return;
    this.#isPaused = true;
    this.#connection.pause();
  }

  resume(): void {
    if (!this.#isPaused || this.#isOver) return;
    this.#isPaused = false;
    this.#deliver();
    if (!this.#isPaused && !this.#isOver) this.#connection.resume();
  }

  /** Sends what is batched and the close frame. Nothing is read any more. */
  close(status: CloseStatus): void {
    if (this.#isOver) return;
    this.#flush();
    this.#end();
    this.#connection.close(status);
  }

  cut(): void {
    if (this.#isOver) return;
    this.#end();
    this.#connection.cut();
  }

  /** Stops processing, and resumes a paused socket: the other side's close frame must be read. */
  #end(): void {
    this.#isOver = true;
    this.#frame = undefined;
    this.#waiting = [];
    if (this.#isPaused) this.#connection.resume();
  }

  /** Encrypts and sends the batch, unless the connection was cut. */
  #flush(): void {
    if (this.#isOver || this.#batch.isEmpty) return;
    this.#connection.send(this.#transport.encrypt(this.#batch.take()));
  }

  /** Delivers the envelopes that have arrived, until the link is paused. */
  #deliver(): void {
    while (!this.#isPaused && !this.#isOver) {
      const envelope = this.#next();
      if (envelope === undefined) return;
      this.#onEnvelope(envelope);
    }
  }

  /** Returns the next envelope; undefined if there is none, or the message is invalid. */
  #next(): Envelope | undefined {
    try {
      const frame = this.#frame ?? this.#decryptNext();
      const envelope = frame?.next();
      this.#frame = frame?.isOver ? undefined : frame;
      if (envelope !== undefined && endsKey(envelope.body)) this.#transport.rekeyIncoming();
      return envelope;
    } catch {
      // The other side learns only that the message was invalid.
      this.#onBreach();
      return undefined;
    }
  }

  #decryptNext(): Frame | undefined {
    const sealed = this.#waiting.shift();
    return sealed && new Frame(this.#transport.decrypt(sealed));
  }
}
