import type { BatchStore } from "./batch-store.ts";

/** Receives what a batch took. */
export interface BatchMeasurements {
  /** Receives a step in milliseconds: until the state was read, deciding, and writing until it was durable. */
  readonly step: (step: BatchPart, ms: number) => void;
  readonly written: (requests: number) => void;
  /** Receives a batch that could not be written, and that is tried again or refused. */
  readonly failed: () => void;
}

export const batchParts = ["read", "decide", "write"] as const;
export type BatchPart = (typeof batchParts)[number];

/** Measures the batches that a store writes. */
export function measuredBatches(store: BatchStore, { step, written, failed }: BatchMeasurements): BatchStore {
  return {
    get sizeMax() {
      return store.sizeMax;
    },
    async write(requests, decide) {
      let atMs = performance.now();
      const passed = (part: BatchPart) => {
        const nowMs = performance.now();
        step(part, nowMs - atMs);
        atMs = nowMs;
      };
      try {
        const result = await store.write(requests, (stored) => {
          passed("read");
          const decided = decide(stored);
          passed("decide");
          return decided;
        });
        passed("write");
        written(requests.length);
        return result;
      } catch (error) {
        failed();
        throw error;
      }
    },
  };
}
