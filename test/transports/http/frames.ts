import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { operatorKey } from "../../support/server.ts";
import { path } from "./requests.ts";

/** Types of frames (RFC 9113, section 6). */
export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const endStream = 0x1;
const ack = 0x1;
export const endHeaders = 0x4;

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = type;
  header[4] = flags;
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}

export function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The client's connection preface. `windowBytes` is the initial window of each stream. */
export function preface(windowBytes = 65_535): Buffer {
  const initialWindowSize = Buffer.concat([Buffer.of(0, 4), number32(windowBytes)]);
  return Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    frame(frameType.settings, 0, 0, initialWindowSize),
  ]);
}

/** Encodes headers as literals without indexing, which need no state. */
export function headerBlock(headers: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(headers.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  return Buffer.concat([integer(bytes.length), bytes]);
}

/** Encodes an integer with a prefix of seven bits (RFC 7541, section 5.1). */
export function integer(value: number): Buffer {
  if (value < 127) return Buffer.of(value);
  const bytes = [127];
  for (let rest = value - 127; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

/** Headers of a legal request with the operator's key; `headers` are added or replace them. */
export function requestHeaders(headers: { readonly [name: string]: string } = {}): Buffer {
  const all = {
    ":method": "POST",
    ":path": path,
    ":scheme": "http",
    ":authority": "localhost",
    "content-type": "application/json",
    authorization: `Bearer ${operatorKey}`,
    ...headers,
  };
  return headerBlock(Object.entries(all));
}

/** An HTTP/2 connection that sends arbitrary frames. */
export class FrameConnection {
  readonly socket: Socket;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  isClosed = false;
  /** Numbers of received frames, by type. */
  readonly received = new Map<number, number>();
  /** Bytes of DATA that may be sent on the connection, and on the one stream. */
  #connectionCredit = 65_535;
  #streamCredit = 65_535;
  #rest: Buffer = Buffer.alloc(0);
  #arrived: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.isClosed = true;
        this.#arrived();
        resolve();
      });
    });
  }

  /** Opens a connection; with `ignoresAnswers` it never reads. */
  static async open(url: string, ignoresAnswers = false, windowBytes?: number): Promise<FrameConnection> {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
    const connection = new FrameConnection(socket);
    await once(socket, "connect");
    if (ignoresAnswers) socket.pause();
    else socket.on("data", (chunk: Buffer) => connection.#read(chunk));
    socket.write(preface(windowBytes));
    return connection;
  }

  /** Resolves when more can be sent; with false if the connection is closed. */
  async send(...frames: Buffer[]): Promise<boolean> {
    if (this.isClosed) return false;
    const hasRoom = this.socket.write(Buffer.concat(frames));
    if (!hasRoom) await Promise.race([this.closed, new Promise((resolve) => this.socket.once("drain", resolve))]);
    return !this.isClosed;
  }

  /** Sends the same frames many times, in blocks, until the connection is closed. */
  async flood(frames: Buffer, times: number): Promise<void> {
    const atOnce = Math.max(1, Math.floor(65_536 / frames.length));
    const block = Buffer.concat(new Array<Buffer>(atOnce).fill(frames));
    for (let sent = 0; sent < times; sent += atOnce) if (!(await this.send(block))) return;
  }

  /** Sends a body with one byte in each frame, as fast as the windows allow. */
  async trickle(stream: number, bytes: number): Promise<void> {
    const single = frame(frameType.data, 0, stream, Buffer.from(" "));
    for (let left = bytes; left > 0; ) {
      const count = Math.min(left, 10_000, this.#connectionCredit, this.#streamCredit);
      if (count === 0) await this.#next();
      else if (!(await this.send(Buffer.concat(new Array<Buffer>(count).fill(single))))) return;
      if (this.isClosed) return;
      this.#connectionCredit -= count;
      this.#streamCredit -= count;
      left -= count;
    }
  }

  /** Resolves when the server has processed all frames so far, by a ping; with false if the connection is closed. */
  async settled(): Promise<boolean> {
    const before = this.#pongs;
    await this.send(frame(frameType.ping, 0, 0, Buffer.alloc(8)));
    while (this.#pongs === before && !this.isClosed) await this.#next();
    return !this.isClosed;
  }

  count(type: number): number {
    return this.received.get(type) ?? 0;
  }

  #pongs = 0;

  #next(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }

  #read(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const end = this.#rest.length < 9 ? Number.POSITIVE_INFINITY : 9 + this.#rest.readUIntBE(0, 3);
      if (this.#rest.length < end) break;
      this.#record(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
    }
    this.#arrived();
  }

  #record(received: Buffer): void {
    const type = received[3] as number;
    this.received.set(type, this.count(type) + 1);
    if (type === frameType.ping && received[4] === ack) this.#pongs++;
    if (type !== frameType.windowUpdate) return;
    const more = received.readUInt32BE(9);
    if (received.readUInt32BE(5) === 0) this.#connectionCredit += more;
    else this.#streamCredit += more;
  }
}
