import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import type { FollowedEntry } from "../domain/follower.ts";
import type { Outcome, Request } from "../domain/requests.ts";
import type { BatchStore } from "./batch-store.ts";
import { type DecidedBatch, decideBatch, type Rules } from "./decide-batch.ts";
import { tracesOf } from "./traces.ts";

/** Port: decides requests and writes the results. */
export interface BatchWriter {
  /** Suitable size of the next batch; undefined if any will do. */
  readonly sizeMax?: number | undefined;
  /** Whether it works in another thread, so that this one can do other work meanwhile. */
  readonly isElsewhere: boolean;
  /**
   * Decides requests in order, and writes the results in one transaction that is durable when this resolves, with a
   * function that reads what was written.
   *
   * @param calls span of the call of each request
   * @throws DatabaseUnavailable if the database cannot be reached; whether the batch was written is then unknown
   */
  write(requests: readonly Request[], calls: readonly (TraceContext | undefined)[]): Promise<() => WrittenBatch>;
  /** Ends what the writer has opened. */
  close(): Promise<void>;
}

/** A batch that is stored. */
export interface WrittenBatch {
  /** Outcome of each request, in the order of the requests. */
  readonly outcomes: readonly Outcome[];
  /** Undefined if there are no new entries. */
  readonly chained: WrittenEntries | undefined;
}

interface WrittenEntries {
  readonly batch: { readonly number: number; readonly firstSequence: number; readonly hash: Uint8Array };
  /** Ordered by their sequence numbers. */
  readonly entries: readonly { readonly id: string; readonly bytes: Uint8Array }[];
  readonly last: FollowedEntry["entry"];
  /** Those that are followed, in order. */
  readonly followed: readonly FollowedEntry[];
  /** Version of the follower before the first of them was checked. */
  readonly version: number;
}

/** Decides in this thread. */
export function batchWriter(store: BatchStore, rules: Rules): BatchWriter {
  return {
    isElsewhere: false,
    get sizeMax() {
      return store.sizeMax;
    },
    async write(requests, calls) {
      const version = rules.follower?.version ?? 0;
      const decided = await store.write(requests, (stored) => tracedBatch(decideBatch(requests, stored, rules), calls));
      const { outcomes, chained, last, followed } = decided;
      if (chained === undefined || last === undefined) return () => ({ outcomes, chained: undefined });
      return () => ({ outcomes, chained: { ...chained, last, followed, version } });
    },
    close: async () => {},
  };
}

/** Has the batch store which calls have made its entries. */
function tracedBatch(batch: DecidedBatch, calls: readonly (TraceContext | undefined)[]): DecidedBatch {
  const traces = tracesOf(batch.outcomes, calls);
  return traces === undefined ? batch : { ...batch, records: [...batch.records, traces] };
}
