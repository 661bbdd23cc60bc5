import { once } from "node:events";
import type { Socket } from "node:net";
import { limits } from "../../core/limits.ts";
import type { Principal } from "../../rpc/principal.ts";
import type { Interfaces } from "./interfaces.ts";
import { MessageSplitter, ProtocolError, readCall } from "./messages.ts";
import type { Caller } from "./operation.ts";

/**
 * A connection. Calls are answered one after another, in order. Nothing is read while a call is running or its replies
 * are unsent, so that the memory of a connection is bounded.
 */
export class HostConnection {
  readonly #socket: Socket;
  readonly #interfaces: Interfaces;
  readonly #caller: Caller;
  readonly #gone = new AbortController();
  /** Whether a call is running, so that the idle timeout does not apply. */
  #isBusy = false;
  #isClosing = false;

  constructor(socket: Socket, principal: Principal, interfaces: Interfaces) {
    this.#socket = socket;
    this.#interfaces = interfaces;
    this.#caller = { principal, signal: this.#gone.signal };
    // `close` follows every error.
    socket.on("error", () => {});
    socket.once("close", () => this.#gone.abort());
    socket.setTimeout(limits.hostIdleTimeoutMs, () => {
      if (!this.#isBusy) this.destroy();
    });
  }

  /** Serves until the other end closes or violates the protocol. */
  async serve(): Promise<void> {
    try {
      await this.#read();
      // Does not wait for the other end to close its side.
      this.#socket.end(() => this.#socket.destroy());
    } catch (error) {
      this.#socket.destroy();
      if (!(error instanceof ProtocolError) && !this.#gone.signal.aborted && !isDisconnect(error)) throw error;
    }
  }

  /** Ends the connection once the running call is answered. */
  close(): void {
    this.#isClosing = true;
    if (!this.#isBusy) this.#socket.destroy();
  }

  /** Ends the connection at once. Calls that have arrived but not begun are not executed. */
  destroy(): void {
    this.#isClosing = true;
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
        // Measured from the first byte, so that a slow writer cannot hold a connection.
        if (splitter.isMidway) unfinished ??= setTimeout(() => this.destroy(), limits.hostMessageTimeoutMs);
      }
    } finally {
      clearTimeout(unfinished);
    }
    if (splitter.isMidway) throw new ProtocolError("a message is cut short");
  }

  async #answer(message: Buffer): Promise<void> {
    const call = readCall(message);
    this.#isBusy = true;
    const replies = await this.#interfaces.answer(call, this.#caller);
    this.#isBusy = false;
    if (call.oneway) return;
    for (const reply of replies) {
      if (!this.#socket.write(`${reply}\0`)) await once(this.#socket, "drain", { signal: this.#gone.signal });
    }
  }
}

function isDisconnect(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "EPIPE" || code === "ERR_STREAM_PREMATURE_CLOSE";
}
