import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { operatorKey } from "../server.ts";

export interface RawAnswer {
  readonly status: number;
  /** Values by lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A TCP connection that sends arbitrary bytes and parses the HTTP/1.1 answers in order. */
export class RawConnection {
  readonly socket: Socket;
  /** Resolves when both directions are closed. */
  readonly closed: Promise<void>;
  /** Resolves at the first 100 Continue. */
  readonly continued: Promise<void>;
  #onContinue: () => void = () => {};
  #received = "";
  #arrived: () => void = () => {};
  #ended = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      this.#received += text;
      if (text.startsWith("HTTP/1.1 100 ")) this.#onContinue();
      this.#arrived();
    });
    socket.on("error", () => {});
    this.continued = new Promise((resolve) => {
      this.#onContinue = resolve;
    });
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#ended = true;
        this.#arrived();
        resolve();
      });
    });
  }

  /** Opens a connection; with `keepOpen` it does not close its side when the server has closed. */
  static async open(url: string, keepOpen = false): Promise<RawConnection> {
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
    const connection = new RawConnection(socket);
    await once(socket, "connect");
    if (!keepOpen) socket.once("end", () => socket.end());
    return connection;
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Returns the next answer; undefined if the connection ends without one. With `toHead` it has no body. */
  async answer(toHead = false): Promise<RawAnswer | undefined> {
    for (;;) {
      const answer = this.#take(toHead);
      if (answer !== undefined || this.#ended) return answer;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  #take(toHead: boolean): RawAnswer | undefined {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const [statusLine = "", ...lines] = this.#received.slice(0, end).split("\r\n");
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = toHead ? 0 : Number(headers.get("content-length") ?? 0);
    if (this.#received.length < end + 4 + length) return undefined;
    const body = this.#received.slice(end + 4, end + 4 + length);
    this.#received = this.#received.slice(end + 4 + length);
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
    if (status === 100) return this.#take(toHead);
    return { status, headers, body };
  }
}

/** Returns a request with the operator's key and its Content-Length; `headers` replace or, if empty, remove them. */
export function requestText(verb: string, path: string, body = "", headers: Record<string, string> = {}): string {
  const all: Record<string, string> = {
    Host: "localhost",
    Authorization: `Bearer ${operatorKey}`,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}\r\n`]));
  return `${verb} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
