import { Piscina } from "piscina";
import { type Facts, Fault, type Reason } from "../../core/fault.ts";
import { withOwnBuffer } from "../../core/own-buffer.ts";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";
import type { Delegate } from "../../rpc/pipeline.ts";
import { threadPool } from "../thread-pool.ts";

/** Reply of a worker thread. A Fault loses its class between threads, and is sent as its parts. */
export type WorkerReply =
  | Uint8Array
  | { readonly fault: { readonly reason: Reason; readonly message: string; readonly facts: Facts } };

export interface Pool {
  readonly delegate: Delegate;
  close(): Promise<void>;
}

/** Creates a pool of threads that answer large requests with the given program. They start with the first request. */
export function createPool(threads: number, program: URL): Pool {
  disableWasmCodeGc();
  const pool = threadPool(() => ({
    pool: new Piscina({
      filename: program.href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 60_000,
      // The limits per key refuse calls long before this many are waiting.
      maxQueue: 1024,
    }),
    loaded: () => Promise.resolve(),
  }));
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
    close: pool.close,
  };
}
