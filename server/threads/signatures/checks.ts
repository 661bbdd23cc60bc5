import { Piscina } from "piscina";
import { createBatchLoader } from "../../core/batching/batch-loader.ts";
import { isSignature, type SignatureCheck } from "../../core/signing/signature.ts";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";
import { packClaims, type SignatureClaim } from "./packed-signatures.ts";

export interface SignatureChecks {
  readonly isSignature: SignatureCheck;
  close(): Promise<void>;
}

/** Checks signatures on threads, which start with the first signature. Those of one turn are shared among the threads. */
export function createSignatureChecks(threads: number): SignatureChecks {
  let pool: Piscina | undefined;

  async function verifyAll(claims: readonly SignatureClaim[]): Promise<boolean[]> {
    pool ??= startThreads(threads);
    const packed = packClaims(claims);
    const verdicts: Uint8Array = await pool.run(packed, { transferList: [packed.buffer] });
    return Array.from(verdicts, (verdict) => verdict === 1);
  }

  const verify = createBatchLoader(verifyAll, (waiting) => Math.min(batchMax, Math.ceil(waiting / threads)));

  return {
    isSignature(message, publicKey, signature) {
      // Other lengths are invalid, and cannot be packed.
      if (publicKey.length !== 32 || signature.length !== 64) return isSignature(message, publicKey, signature);
      return verify({ message, publicKey, signature });
    },
    async close() {
      await pool?.close();
    },
  };
}

function startThreads(threads: number): Piscina {
  disableWasmCodeGc();
  return new Piscina({
    filename: new URL("./worker.ts", import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    // Queued on the threads, so that they are busy while the main thread writes a batch to the ledger.
    concurrentTasksPerWorker: 1_000,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
}

/** Largest batch: small enough that answers arrive while the next batches are checked. */
const batchMax = 32;
