import { Piscina } from "piscina";
import { type Facts, Fault, type Reason } from "../../core/fault.ts";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";
import type { Delegate } from "../../rpc/pipeline.ts";

/** What a worker answers: a fault cannot be thrown across threads as it is. */
export type WorkerReply =
  | Uint8Array
  | { readonly fault: { readonly reason: Reason; readonly message: string; readonly facts: Facts } };

export interface Pool {
  readonly delegate: Delegate;
  close(): Promise<void>;
}

/** Threads that do the work of large requests, from bytes to bytes, by a program. They start when the first request comes. */
export function createPool(threads: number, program: URL): Pool {
  disableWasmCodeGc();
  const pool = new Piscina({
    filename: program.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    // Beyond this many waiting requests the limits per key have long said no.
    maxQueue: 1024,
  });
  return {
    async delegate(task, signal) {
      const body = withOwnBuffer(task.body);
      const reply = (await pool.run(
        { ...task, body },
        { signal: signal ?? null, transferList: [body.buffer] },
      )) as WorkerReply;
      if ("fault" in reply) throw new Fault(reply.fault.reason, reply.fault.message, reply.fault.facts);
      return reply;
    },
    close: () => pool.close(),
  };
}

/** What is handed over goes with all of its memory, in which other requests may be. */
export function withOwnBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isAlone = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return isAlone ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
