import { once } from "node:events";
import type { Socket } from "node:net";
import { limits } from "../../core/limits.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { Interfaces } from "./interfaces.ts";
import { MessageSplitter, ProtocolError, readCall } from "./messages.ts";
import type { Caller } from "./operation.ts";

/**
 * One connection: calls are answered one after the other in the order in which they come, however many are sent at
 * once. Nothing more is read while a call is worked or its replies are not taken, so that a caller's memory here is
 * bounded.
 */
export class HostConnection {
  readonly #socket: Socket;
  readonly #interfaces: Interfaces;
  readonly #caller: Caller;
  readonly #gone = new AbortController();
  /** Whether the service, and not the other end, is what is waited for. */
  #isWorking = false;
  #isClosing = false;

  constructor(socket: Socket, principal: Principal, interfaces: Interfaces) {
    this.#socket = socket;
    this.#interfaces = interfaces;
    this.#caller = { principal, signal: this.#gone.signal };
    // A broken connection ends, which is all there is to do about it.
    socket.on("error", () => {});
    socket.once("close", () => this.#gone.abort());
    socket.setTimeout(limits.hostIdleTimeoutMs, () => {
      if (!this.#isWorking) socket.destroy();
    });
  }

  /** Serves until the other end closes or breaks the protocol. */
  async serve(): Promise<void> {
    try {
      await this.#read();
      // Whether or not the other end closes its side too.
      this.#socket.end(() => this.#socket.destroy());
    } catch (error) {
      this.#socket.destroy();
      if (!(error instanceof ProtocolError) && !this.#gone.signal.aborted && !isBrokenOff(error)) throw error;
    }
  }

  /** Lets the call under way be answered and ends. */
  close(): void {
    this.#isClosing = true;
    if (!this.#isWorking) this.#socket.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async #read(): Promise<void> {
    const splitter = new MessageSplitter();
    let unfinished: NodeJS.Timeout | undefined;
    try {
      for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
        for (const message of splitter.push(chunk)) {
          clearTimeout(unfinished);
          unfinished = undefined;
          await this.#answer(message);
          if (this.#isClosing) return;
        }
        // From the first byte on, so that a byte now and then does not keep a place for ever.
        if (splitter.isMidway) unfinished ??= setTimeout(() => this.#socket.destroy(), limits.hostMessageTimeoutMs);
      }
    } finally {
      clearTimeout(unfinished);
    }
    if (splitter.isMidway) throw new ProtocolError("a message is cut short");
  }

  async #answer(message: Buffer): Promise<void> {
    const call = readCall(message);
    this.#isWorking = true;
    const replies = await this.#interfaces.answer(call, this.#caller);
    this.#isWorking = false;
    if (call.oneway) return;
    for (const reply of replies) {
      if (!this.#socket.write(`${reply}\0`)) await once(this.#socket, "drain", { signal: this.#gone.signal });
    }
  }
}

function isBrokenOff(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE";
}
