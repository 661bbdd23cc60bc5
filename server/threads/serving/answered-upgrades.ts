import { Duplex } from "node:stream";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import type { Link } from "./link.ts";
import type { UpgradeForm } from "./messages.ts";

/** Takes over a connection of another thread. */
type Accept = (request: UpgradeForm["request"], socket: Duplex, head: Buffer) => void;

/** Creates the accepting of upgrades that threads forward: links a thread to what takes over its connections. */
export function answerUpgrades(accept: Accept): (link: Link) => void {
  return (link) => {
    const tunnels = new Map<number, Tunnel>();
    link.hear("tunnel.open", ({ number, request, head }) => {
      const tunnel = new Tunnel(number, link);
      tunnels.set(number, tunnel);
      accept(request, tunnel, Buffer.from(head.buffer, head.byteOffset, head.byteLength));
    });
    link.answer("tunnel.read", ({ number, bytes }) => tunnels.get(number)?.receive(bytes));
    link.hear("tunnel.end", (number) => tunnels.get(number)?.receiveEnd());
    link.hear("tunnel.closed", (number) => {
      tunnels.get(number)?.destroy();
      tunnels.delete(number);
    });
    void link.ended.then(() => {
      for (const tunnel of tunnels.values()) tunnel.destroy();
    });
  };
}

/** A connection of another thread, as the bytes on it. */
class Tunnel extends Duplex {
  readonly #number: number;
  readonly #link: Link;
  /** Answers that the thread waits for before it sends more. */
  #taken: (() => void)[] = [];

  constructor(number: number, link: Link) {
    super({ allowHalfOpen: true });
    this.#number = number;
    this.#link = link;
  }

  /** Passes bytes to the reader. Resolves when it wants more. */
  receive(bytes: Uint8Array): undefined | Promise<undefined> {
    if (this.destroyed || this.push(bytes)) return undefined;
    return new Promise((resolve) => {
      this.#taken.push(() => resolve(undefined));
    });
  }

  receiveEnd(): void {
    if (!this.destroyed) this.push(null);
  }

  override _read(): void {
    const taken = this.#taken;
    this.#taken = [];
    for (const take of taken) take();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    const bytes = withOwnBuffer(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    this.#link.ask("tunnel.write", { number: this.#number, bytes }).then(() => done(), done);
  }

  override _final(done: (error?: Error) => void): void {
    this.#link.ask("tunnel.finish", this.#number).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this._read();
    this.#link.tell("tunnel.destroy", this.#number);
    done(error);
  }
}
