import { Piscina } from "piscina";
import { isSignature, type SignatureCheck } from "../../core/signing/signature.ts";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";
import { packClaims, type SignatureClaim } from "./packed-signatures.ts";

export interface SignatureChecks {
  readonly isSignature: SignatureCheck;
  close(): Promise<void>;
}

/** So many threads that check signatures. They start with the first one. */
export function createSignatureChecks(threads: number): SignatureChecks {
  let pool: Piscina | undefined;
  let waiting: Waiting[] = [];

  function checkAll(): void {
    const all = waiting;
    waiting = [];
    const size = Math.min(mostAtOnce, Math.ceil(all.length / threads));
    for (let at = 0; at < all.length; at += size) void check(all.slice(at, at + size));
  }

  async function check(group: readonly Waiting[]): Promise<void> {
    try {
      pool ??= startThreads(threads);
      const packed = packClaims(group);
      const verdicts: Uint8Array = await pool.run(packed, { transferList: [packed.buffer] });
      for (const [index, { resolve }] of group.entries()) resolve(verdicts[index] === 1);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    isSignature(message, publicKey, signature) {
      // Of another length it is none, and nothing that could be packed.
      if (publicKey.length !== 32 || signature.length !== 64) return isSignature(message, publicKey, signature);
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(checkAll);
        waiting.push({ message, publicKey, signature, resolve, reject });
      });
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
    // They have enough to do while the main thread writes a batch to the ledger.
    concurrentTasksPerWorker: 1_000,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
}

interface Waiting extends SignatureClaim {
  readonly resolve: (isRight: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Few enough that answers come while the next ones are checked. */
const mostAtOnce = 32;
