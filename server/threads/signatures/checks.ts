import type { Worker } from "node:worker_threads";
import { Piscina } from "piscina";
import { createBatchLoader } from "../../core/batching/batch-loader.ts";
import { isSignature, type SignatureCheck } from "../../core/signing/signature.ts";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";
import { type StartedPool, threadPool } from "../thread-pool.ts";
import { packClaims, type SignatureClaim } from "./packed-signatures.ts";

export interface SignatureChecks {
  readonly isSignature: SignatureCheck;
  close(): Promise<void>;
}

/**
 * Checks signatures on threads, which start with the first signature. The signatures of one event-loop turn are shared
 * among the threads.
 */
export function createSignatureChecks(threads: number): SignatureChecks {
  const pool = threadPool(() => startThreads(threads));

  async function verifyAll(claims: readonly SignatureClaim[]): Promise<boolean[]> {
    const packed = packClaims(claims);
    const verdicts = (await pool.run(packed, { transferList: [packed.buffer] })) as Uint8Array;
    return Array.from(verdicts, (verdict) => verdict === 1);
  }

  const verify = createBatchLoader(verifyAll, (waiting) => Math.min(batchMax, Math.ceil(waiting / threads)));

  return {
    isSignature(message, publicKey, signature) {
      // Other lengths are invalid and cannot be packed.
      if (publicKey.length !== 32 || signature.length !== 64) return isSignature(message, publicKey, signature);
      return verify({ message, publicKey, signature });
    },
    close: pool.close,
  };
}

function startThreads(threads: number): StartedPool {
  disableWasmCodeGc();
  const pool = new Piscina({
    filename: new URL("./worker.ts", import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    // Queued on the threads, so that they stay busy while the main thread writes a batch to the ledger.
    concurrentTasksPerWorker: 1_000,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const loads = new WeakMap<Worker, Promise<void>>();
  const loadOf = (thread: Worker) => {
    const load = loads.get(thread) ?? firstMessageOrEnd(thread);
    loads.set(thread, load);
    return load;
  };
  return { pool, loaded: () => Promise.all(pool.threads.map(loadOf)) };
}

/**
 * Resolves when a thread has loaded its program, which is when it sends its first message, or has ended.
 *
 * Terminating a thread while it loads libsodium kills the process with SIGTRAP: Node aborts when the initialisation of
 * an add-on gets no value back from V8.
 */
async function firstMessageOrEnd(thread: Worker): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const event of ["message", "error", "exit"]) thread.once(event, () => resolve());
  });
}

/** Largest batch: small enough that answers arrive while the next batches are checked. */
const batchMax = 32;
