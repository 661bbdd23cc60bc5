import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export type Side = "client" | "server";
/**
 * Treatment of a WebSocket frame in the proxy. "swallow" and "stall" also apply to all later frames of that side;
 * `release` sends the stalled ones.
 */
export type Treatment = "pass" | "cut before" | "cut after" | "reset" | "swallow" | "stall";
/**
 * Chooses the treatment of a frame by its sender, its number from that sender, from 1, and the number of the
 * connection.
 */
export type Rule = (side: Side, frame: number, connection: number) => Treatment;

/**
 * A proxy between clients and a server that treats WebSocket frames by a rule. Each connection to the server comes from
 * a different address, like those of different clients.
 */
export class CuttingProxy {
  rule: Rule = () => "pass";
  /** Number of connections so far. */
  connections = 0;
  readonly #server: Server;
  readonly #target: () => number;
  readonly #sockets = new Set<Socket>();
  #stalled: (() => void)[] = [];

  constructor(target: () => number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#connect(socket));
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts all open connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Sends the stalled frames. */
  release(): void {
    for (const write of this.#stalled) write();
    this.#stalled = [];
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #connect(client: Socket): void {
    this.connections += 1;
    const number = this.connections;
    const localAddress = `127.1.${(number >> 8) & 0xff}.${number & 0xff}`;
    const server = connect({ port: this.#target(), host: "127.0.0.1", localAddress });
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    const reset = () => {
      client.resetAndDestroy();
      server.resetAndDestroy();
    };
    for (const [from, to, side] of [
      [client, server, "client"],
      [server, client, "server"],
    ] as const) {
      this.#sockets.add(from);
      const frames = new Frames();
      let lasting: "swallow" | "stall" | undefined;
      from.on("data", (bytes) => {
        for (const piece of frames.take(bytes)) {
          const treatment = piece.frame === 0 ? "pass" : this.rule(side, piece.frame, number);
          if (treatment === "cut before") return cut();
          if (treatment === "reset") return reset();
          if (treatment === "swallow" || treatment === "stall") lasting = treatment;
          if (lasting === "stall") this.#stalled.push(() => to.write(piece.bytes));
          else if (lasting === undefined) to.write(piece.bytes);
          if (treatment === "cut after") {
            // The end is sent after everything that was written before.
            to.end(() => cut());
            return;
          }
        }
      });
      from.on("error", cut);
      from.on("close", () => {
        this.#sockets.delete(from);
        cut();
      });
    }
  }
}

/** Splits a stream into the HTTP upgrade, numbered 0, and WebSocket frames, numbered from 1. */
class Frames {
  #rest: Buffer = Buffer.alloc(0);
  #isUpgraded = false;
  #count = 0;

  *take(bytes: Buffer): Generator<{ readonly bytes: Buffer; readonly frame: number }> {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const length = this.#isUpgraded ? frameLength(this.#rest) : headLength(this.#rest);
      if (length === undefined || this.#rest.length < length) return;
      const piece = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      if (this.#isUpgraded) this.#count += 1;
      this.#isUpgraded = true;
      yield { bytes: piece, frame: this.#count };
    }
  }
}

function headLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  return end === -1 ? undefined : end + 4;
}

function frameLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] as number) & 0x7f;
  const mask = (bytes[1] as number) & 0x80 ? 4 : 0;
  if (short < 126) return 2 + mask + short;
  const size = short === 126 ? 2 : 8;
  if (bytes.length < 2 + size) return undefined;
  return 2 + size + mask + (size === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
}
