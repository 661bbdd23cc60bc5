import type { Envelope } from "../../../gen/es/channel/v1/channel_pb.js";
import { limits } from "../../limits.ts";
import type { CloseStatus, Connection } from "./connection.ts";
import { endsKey, readEnvelope } from "./envelope.ts";
import type { Transport } from "./transport.ts";

/** A connection after its handshake: envelopes in and out. */
export class Link {
  readonly #connection: Connection;
  readonly #transport: Transport;
  readonly #onEnvelope: (envelope: Envelope) => void;
  readonly #onBreach: () => void;
  /** What came while nothing was to be read: no more than had been read at once. */
  #waiting: Uint8Array[] = [];
  #isPaused = false;
  #isOver = false;

  /** `onBreach` hears of what is not genuine or no envelope; nothing comes after it. */
  constructor(
    connection: Connection,
    transport: Transport,
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
    this.#connection.send(this.#transport.encrypt(bytes));
    if (isLastOfKey) this.#transport.rekeyOutgoing();
    if (this.#connection.unsentBytes > limits.channelUnsentBytesMax) this.cut();
  }

  message(bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#isPaused) this.#waiting.push(bytes);
    else this.#open(bytes);
  }

  pause(): void {
    if (this.#isPaused || this.#isOver) return;
    this.#isPaused = true;
    this.#connection.pause();
  }

  resume(): void {
    if (!this.#isPaused || this.#isOver) return;
    this.#isPaused = false;
    const waiting = this.#waiting;
    let next = 0;
    while (next < waiting.length && !this.#isPaused && !this.#isOver) this.#open(waiting[next++] as Uint8Array);
    this.#waiting = waiting.slice(next);
    if (!this.#isPaused && !this.#isOver) this.#connection.resume();
  }

  /** Says farewell; nothing is read any more. */
  close(status: CloseStatus): void {
    if (this.#isOver) return;
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
    this.#waiting = [];
    if (this.#isPaused) this.#connection.resume();
  }

  #open(sealed: Uint8Array): void {
    let envelope: Envelope;
    try {
      envelope = readEnvelope(this.#transport.decrypt(sealed));
      if (endsKey(envelope.body)) this.#transport.rekeyIncoming();
    } catch {
      // A forger learns nothing but that it was noticed.
      this.#onBreach();
      return;
    }
    this.#onEnvelope(envelope);
  }
}
