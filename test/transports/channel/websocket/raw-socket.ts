import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Messages } from "../client.ts";

/** A WebSocket that sends any bytes, and that ends nothing by itself: it answers neither pings nor a close frame. */
export class RawSocket {
  readonly protocol = "wallet.v1";
  readonly tcp: Socket;
  /** Status of the server's close frame; 1006 if there was none. */
  readonly closed: Promise<number>;
  /** Resolves when the connection has ended in both directions. */
  readonly ended: Promise<unknown>;
  readonly #messages: Buffer[] = [];
  #status: number | undefined;
  #unread = Buffer.alloc(0);
  #wake = () => {};

  private constructor(tcp: Socket) {
    this.tcp = tcp;
    tcp.on("error", () => {});
    this.ended = new Promise((resolve) => tcp.once("close", resolve));
    this.closed = this.#status1006();
    tcp.on("data", (bytes) => {
      this.#unread = Buffer.concat([this.#unread, bytes]);
      while (this.#readFrame());
      this.#wake();
    });
    void this.ended.then(() => this.#wake());
  }

  static async open(url: string, path: string): Promise<RawSocket> {
    const tcp = connect({ port: Number(new URL(url).port), host: "127.0.0.1" });
    await once(tcp, "connect");
    tcp.setNoDelay(true);
    const key = randomBytes(16).toString("base64");
    tcp.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: wallet.v1\r\n\r\n`,
    );
    const [answer] = (await once(tcp, "data")) as [Buffer];
    if (!answer.toString("latin1").startsWith("HTTP/1.1 101 ")) throw new Error(answer.toString("latin1"));
    return new RawSocket(tcp);
  }

  /** The socket as a source of messages for the handshake. */
  get messages(): Messages {
    return { socket: this, closed: this.closed, next: () => this.next() } as unknown as Messages;
  }

  /** Sends a binary message. */
  send(bytes: Uint8Array): void {
    this.tcp.write(frame(0x82, bytes));
  }

  /** Returns the next message; undefined after the last one. */
  async next(): Promise<Buffer | undefined> {
    while (this.#messages.length === 0 && this.#status === undefined && !this.tcp.closed) await this.#change();
    return this.#messages.shift();
  }

  async #status1006(): Promise<number> {
    while (this.#status === undefined && !this.tcp.closed) await this.#change();
    return this.#status ?? 1006;
  }

  #change(): Promise<void> {
    const before = this.#wake;
    return new Promise((resolve) => {
      this.#wake = () => {
        before();
        resolve();
      };
    });
  }

  /** Reads a frame of the server, which is whole and not masked. Returns false if there is none yet. */
  #readFrame(): boolean {
    const bytes = this.#unread;
    if (bytes.length < 2) return false;
    const short = (bytes[1] as number) & 0x7f;
    const head = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (bytes.length < head) return false;
    const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
    if (bytes.length < head + length) return false;
    const payload = Buffer.from(bytes.subarray(head, head + length));
    this.#unread = bytes.subarray(head + length);
    if (bytes[0] === 0x82) this.#messages.push(payload);
    if (bytes[0] === 0x88) this.#status = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
    return true;
  }
}

/** Returns a frame of a client; its mask is of zeros. */
export function frame(head: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const size = length < 126 ? Buffer.from([0x80 | length]) : Buffer.from([0x80 | 126, length >> 8, length & 0xff]);
  return Buffer.concat([Buffer.from([head]), size, Buffer.alloc(4), payload]);
}
