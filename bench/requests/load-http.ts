import { connect, type Socket } from "node:net";
import type { WireRequest } from "./wire.ts";

/** Length of a successful reply's body on the wire, taken from the first one. */
export interface GoodReply {
  bodyBytes?: number;
}

/**
 * A keep-alive HTTP/1.1 connection with at most one request in flight. It takes a fraction of a server's time, because
 * it sends precomputed bytes and checks only the status and the length of a reply.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #requests: readonly Buffer[];
  #sent = 0;
  readonly #good: GoodReply;
  #onReply: () => void = () => {};
  /** Beginning of a response head that arrived in pieces. */
  #head: Buffer | undefined;
  /** Bytes of the body still to come; negative for a chunked body, whose last bytes mark its end. */
  #rest = 0;
  #received = 0;
  #isClosed = false;
  #tail = "";

  private constructor(socket: Socket, requests: readonly Buffer[], good: GoodReply) {
    this.#socket = socket;
    this.#requests = requests;
    this.#good = good;
  }

  /** Sends the requests in turn. */
  static open(port: number, requests: readonly Buffer[], good: GoodReply): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      let connection: HttpConnection;
      const onread = {
        buffer: Buffer.allocUnsafe(64 * 1024),
        callback: (length: number, buffer: Uint8Array) => {
          connection.#read((buffer as Buffer).subarray(0, length));
          return true;
        },
      };
      const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread }, () => resolve(connection));
      connection = new HttpConnection(socket, requests, good);
      socket.once("error", reject);
      socket.once("close", () => connection.#requireOwnClose());
    });
  }

  send(onReply: () => void): void {
    this.#onReply = onReply;
    this.#socket.write(this.#requests[this.#sent++ % this.#requests.length] as Buffer);
  }

  flush(): void {}

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  /** Throws if the server closes the connection, because the figures would then be wrong. */
  #requireOwnClose(): void {
    if (!this.#isClosed) throw new Error("a server closed a connection");
  }

  #read(chunk: Buffer): void {
    if (this.#rest !== 0) {
      this.#readBody(chunk);
      return;
    }
    const whole = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
    const end = whole.indexOf("\r\n\r\n");
    if (end === -1) {
      // The socket reuses its buffer, so the head is copied.
      this.#head = Buffer.from(whole);
      return;
    }
    this.#head = undefined;
    this.#received = 0;
    const head = whole.toString("latin1", 0, end);
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(`a server answers ${head}`);
    const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
    this.#rest = length === undefined ? -1 : Number(length);
    this.#readBody(whole.subarray(end + 4));
  }

  #readBody(bytes: Buffer): void {
    this.#received += bytes.length;
    if (this.#rest > 0) {
      this.#rest -= bytes.length;
    } else {
      this.#tail = (this.#tail + bytes.toString("latin1", Math.max(0, bytes.length - lastChunk.length))).slice(
        -lastChunk.length,
      );
      if (this.#tail === lastChunk) this.#rest = 0;
    }
    if (this.#rest !== 0) return;
    this.#tail = "";
    this.#good.bodyBytes ??= this.#received;
    if (this.#received !== this.#good.bodyBytes) throw new Error("a server answers differently");
    this.#onReply();
  }
}

const lastChunk = "\r\n0\r\n\r\n";

export function httpBytes({ path, headers, body }: WireRequest): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}
