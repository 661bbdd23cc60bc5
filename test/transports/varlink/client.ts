import { once } from "node:events";
import { connect, type Socket } from "node:net";

// biome-ignore lint/suspicious/noExplicitAny: tests look into any reply.
export type Reply = { parameters?: any; error?: string; continues?: boolean };

/** A bare connection to a host's socket: bytes as they are, and replies as they come. */
export class HostClient {
  readonly socket: Socket;
  /** When the other side has closed. */
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

  /** `stubborn`: it does not close its side when the other side is closed. */
  static async open(path: string, stubborn = false): Promise<HostClient> {
    const socket = connect({ path, allowHalfOpen: stubborn });
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

  /** The next reply; undefined when the connection ends without one. */
  async reply(): Promise<Reply | undefined> {
    while (this.#replies.length === 0 && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    return this.#replies.shift();
  }

  /** Every reply until the other side closes. */
  async rest(): Promise<Reply[]> {
    const all: Reply[] = [];
    for (let reply = await this.reply(); reply !== undefined; reply = await this.reply()) all.push(reply);
    return all;
  }
}

/** All replies to one call, on a connection of its own that says at once that nothing more comes. */
export async function ask(path: string, method: string, parameters?: object, flags: object = {}): Promise<Reply[]> {
  const client = await HostClient.open(path);
  client.send(method, parameters, flags);
  client.socket.end();
  return client.rest();
}

/** The one reply to a call. */
export async function askOne(path: string, method: string, parameters?: object): Promise<Reply> {
  const [reply, ...more] = await ask(path, method, parameters);
  if (reply === undefined || more.length > 0) throw new Error(`${method} has ${more.length} more replies than one`);
  return reply;
}

export const getInfo = "org.varlink.service.GetInfo";
