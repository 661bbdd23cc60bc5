import type { Envelope } from "../../../../gen/es/channel/v1/channel_pb.js";
import { limits } from "../../../core/limits.ts";
import type { NoiseTransport } from "../noise/transport.ts";
import type { CloseStatus, Connection } from "./connection.ts";
import { endsKey } from "./envelope.ts";
import { Frame } from "./frame.ts";
import { OutgoingBatch } from "./outgoing-batch.ts";

/**
 * A connection after its handshake: envelopes in and out. Those that are sent in one turn of the event loop are sealed
 * together at its end, because a seal costs the same for one and for many.
 */
export class Link {
  readonly #connection: Connection;
  readonly #transport: NoiseTransport;
  readonly #onEnvelope: (envelope: Envelope) => void;
  readonly #onBreach: () => void;
  readonly #gathering = new OutgoingBatch();
  /** Of the message that was opened last, what is not taken. */
  #frame: Frame | undefined;
  /** What came while nothing was to be read: no more than had been read at once. */
  #waiting: Uint8Array[] = [];
  #isPaused = false;
  #isOver = false;

  /** `onBreach` hears of what is not genuine or no envelope; nothing comes after it. */
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

  /** A client that leaves too much unread is cut off; it may come back for the rest. */
  send(bytes: Uint8Array, isLastOfKey = false): void {
    if (this.#isOver) return;
    if (!this.#gathering.hasRoomFor(bytes)) this.#seal();
    if (this.#gathering.isEmpty && !isLastOfKey) this.#connection.atEndOfTurn(() => this.#seal());
    this.#gathering.add(bytes);
    if (isLastOfKey) {
      this.#seal();
      this.#transport.rekeyOutgoing();
    }
    if (this.#connection.unsentBytes + this.#gathering.frameBytes > limits.channelUnsentBytesMax) this.cut();
  }

  message(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#waiting.push(bytes);
    this.#take();
  }

  pause(): void {
    if (this.#isPaused || this.#isOver) return;
    this.#isPaused = true;
    this.#connection.pause();
  }

  resume(): void {
    if (!this.#isPaused || this.#isOver) return;
    this.#isPaused = false;
    this.#take();
    if (!this.#isPaused && !this.#isOver) this.#connection.resume();
  }

  /** Says farewell; nothing is read any more. */
  close(status: CloseStatus): void {
    if (this.#isOver) return;
    this.#seal();
    this.#end();
    this.#connection.close(status);
  }

  cut(): void {
    if (this.#isOver) return;
    this.#end();
    this.#connection.cut();
  }

  /** The other side's farewell can only be heard by who reads. */
  #end(): void {
    this.#isOver = true;
    this.#frame = undefined;
    this.#waiting = [];
    if (this.#isPaused) this.#connection.resume();
  }

  /** What a cut connection has gathered is not sent. */
  #seal(): void {
    if (this.#isOver || this.#gathering.isEmpty) return;
    this.#connection.send(this.#transport.encrypt(this.#gathering.take()));
  }

  /** Takes what came, for as long as it is to be read. */
  #take(): void {
    while (!this.#isPaused && !this.#isOver) {
      const envelope = this.#next();
      if (envelope === undefined) return;
      this.#onEnvelope(envelope);
    }
  }

  /** Undefined when nothing is left, or what came was no envelope. */
  #next(): Envelope | undefined {
    try {
      const frame = this.#frame ?? this.#open();
      const envelope = frame?.next();
      this.#frame = frame?.isOver ? undefined : frame;
      if (envelope !== undefined && endsKey(envelope.body)) this.#transport.rekeyIncoming();
      return envelope;
    } catch {
      // A forger learns nothing but that it was noticed.
      this.#onBreach();
      return undefined;
    }
  }

  #open(): Frame | undefined {
    const sealed = this.#waiting.shift();
    return sealed && new Frame(this.#transport.decrypt(sealed));
  }
}
