import { once } from "node:events";
import { connect, type Socket } from "node:net";

// biome-ignore lint/suspicious/noExplicitAny: tests look into any reply.
export type Reply = { parameters?: any; error?: string; continues?: boolean };

/** A connection to the host socket that sends arbitrary bytes and parses the replies in order. */
export class HostClient {
  readonly socket: Socket;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  readonly #replies: Reply[] = [];
  #received = "";
  #arrived: () => void = () => {};
  #isEnded = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    socket.on("data", (text: string) => {
      const parts = (this.#received + text).split("\0");
      this.#received = parts.pop() as string;
      this.#replies.push(...parts.map((part) => JSON.parse(part) as Reply));
      this.#arrived();
    });
    const end = () => {
      this.#isEnded = true;
      this.#arrived();
    };
    socket.once("end", end);
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        end();
        resolve();
      });
    });
  }

  /** Opens a connection; with `keepOpen` it does not close its side when the server has closed. */
  static async open(path: string, keepOpen = false): Promise<HostClient> {
    const socket = connect({ path, allowHalfOpen: keepOpen });
    const client = new HostClient(socket);
    await once(socket, "connect");
    return client;
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  send(method: string, parameters?: object, flags: object = {}): void {
    this.write(`${JSON.stringify({ method, parameters, ...flags })}\0`);
  }

  /** Returns the next reply; undefined if the connection ends without one. */
  async reply(): Promise<Reply | undefined> {
    while (this.#replies.length === 0 && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    return this.#replies.shift();
  }

  /** Returns all replies until the server closes. */
  async rest(): Promise<Reply[]> {
    const all: Reply[] = [];
    for (let reply = await this.reply(); reply !== undefined; reply = await this.reply()) all.push(reply);
    return all;
  }
}

/** Makes one call on a connection of its own, and closes the client's side at once; returns all replies. */
export async function ask(path: string, method: string, parameters?: object, flags: object = {}): Promise<Reply[]> {
  const client = await HostClient.open(path);
  client.send(method, parameters, flags);
  client.socket.end();
  return client.rest();
}

/** Makes one call; returns its only reply. */
export async function askOne(path: string, method: string, parameters?: object): Promise<Reply> {
  const [reply, ...more] = await ask(path, method, parameters);
  if (reply === undefined || more.length > 0) throw new Error(`${method} has ${more.length} more replies than one`);
  return reply;
}

export const getInfo = "org.varlink.service.GetInfo";
