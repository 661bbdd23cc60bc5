import { setImmediate as turn } from "node:timers/promises";
import type { Dialect } from "../../../database/dialect.ts";
import { DatabaseUnavailable } from "../../../database/unavailable.ts";
import { LedgerBusy, type Outcome, type Request } from "../domain/book.ts";
import type { BatchStore } from "./batch-store.ts";
import { decideBatch, type Rules } from "./decide-batch.ts";

/** Requests to a ledger, many of them in one commit. */
export interface Executor {
  submit(request: Request): Promise<Outcome>;
  readonly load: number;
  relieved(): Promise<void>;
  close(): Promise<void>;
}

/** How much is done at once. */
export interface Bounds {
  /** Requests of a batch. */
  readonly batchMax: number;
  /** Requests that wait or are being written. */
  readonly queueMax: number;
}

/** One batch is decided and written at a time; while it is under way the next one gathers. */
export function createExecutor(
  store: BatchStore,
  rules: Rules,
  { batchMax, queueMax }: Bounds,
  dialect: Dialect,
): Executor {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let isClosed = false;
  let work: Promise<void> | undefined;
  let relief = Promise.withResolvers<void>();

  function sizeMax(): number {
    return Math.min(batchMax, store.sizeMax ?? batchMax);
  }

  async function writeAll(): Promise<void> {
    let size = 0;
    // What comes in the same turn of the event loop goes into one batch; and between batches others have theirs.
    for (await turn(); waiting.length > 0; await turn()) {
      if (size >= busySize) await gather();
      const batch = waiting.splice(0, sizeMax());
      size = batch.length;
      underWay = size;
      await settle(batch, 2);
      underWay = 0;
      relief.resolve();
      relief = Promise.withResolvers();
    }
    work = undefined;
  }

  /** As long as each turn brings more, up to a whole batch: much of its work is the same whatever its size. */
  async function gather(): Promise<void> {
    for (let before = 0; waiting.length > before && waiting.length < sizeMax(); await turn()) before = waiting.length;
  }

  /** Tries so often to write them together; then halves, so that one that cannot be written fails alone. */
  async function settle(batch: readonly Waiting[], tries: number): Promise<void> {
    const requests = batch.map(({ request }) => request);
    try {
      const { outcomes } = await store.write(requests, (stored) => decideBatch(requests, stored, rules));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (error instanceof DatabaseUnavailable || dialect.isOutage(error) || (tries === 1 && batch.length === 1)) {
        for (const { reject } of batch) reject(error);
      } else if (tries > 1) {
        await settle(batch, tries - 1);
      } else {
        const middle = batch.length >> 1;
        await settle(batch.slice(0, middle), 1);
        await settle(batch.slice(middle), 1);
      }
    }
  }

  return {
    submit(request) {
      if (isClosed) return Promise.reject(new Error("The ledger is closed."));
      if (waiting.length + underWay >= queueMax)
        return Promise.reject(new LedgerBusy(`${queueMax} requests wait already`));
      return new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        work ??= writeAll();
      });
    },
    get load() {
      return (waiting.length + underWay) / queueMax;
    },
    relieved: () => (waiting.length + underWay === 0 ? Promise.resolve() : relief.promise),
    async close() {
      isClosed = true;
      await work;
    },
  };
}

/** After a batch of so many the next one is gathered: nobody is kept waiting where there is little to do. */
const busySize = 64;

interface Waiting {
  readonly request: Request;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}
