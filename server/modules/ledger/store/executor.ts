import { setImmediate as turn } from "node:timers/promises";
import type { Span } from "../../../core/tracing/span.ts";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import type { Dialect } from "../../../database/dialect.ts";
import { databaseOutage } from "../../../database/outage.ts";
import type { Follower } from "../domain/follower.ts";
import { LedgerBusy, type Outcome, type Request } from "../domain/requests.ts";
import { acknowledgedBy } from "../engine/journal/acknowledged.ts";
import type { Journal } from "../engine/journal/journal.ts";
import type { BatchStore } from "./batch-store.ts";
import { type DecidedBatch, decideBatch, type Rules } from "./decide-batch.ts";
import { weightOf } from "./request-parts.ts";
import { endingWith, orderSpan, recordedCall, tracedTurn } from "./traced-turn.ts";
import { tracesOf } from "./traces.ts";

/** Queue of requests to a ledger, which are committed in batches. */
export interface Executor {
  submit(request: Request): Promise<Outcome>;
  readonly load: number;
  relieved(): Promise<void>;
  close(): Promise<void>;
}

/** Bounds of batches and of the queue. */
export interface Bounds {
  /** Most requests of a batch. */
  readonly batchMax: number;
  /** Most requests that wait or are being written. */
  readonly queueMax: number;
}

/** Decides and writes one batch at a time; requests that arrive meanwhile form the next one. */
export function createExecutor(
  store: BatchStore,
  rules: Rules,
  { batchMax, queueMax }: Bounds,
  dialect: Dialect,
  journal?: Journal,
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
    // Requests of one turn of the event loop share a batch, and other work runs between batches.
    for (await turn(); waiting.length > 0; await turn()) {
      if (size >= busySize) await gather();
      const batch = waiting.splice(0, countWithin(waiting, sizeMax()));
      size = batch.length;
      underWay = size;
      await tracedTurn(batch, () => settle(batch, 2, { store, rules, dialect, journal }));
      underWay = 0;
      relief.resolve();
      relief = Promise.withResolvers();
    }
    work = undefined;
  }

  /** Waits while each turn brings more requests, up to a full batch: the cost of a batch is mostly fixed. */
  async function gather(): Promise<void> {
    for (let before = 0; waiting.length > before && waiting.length < sizeMax(); await turn()) before = waiting.length;
  }

  return {
    submit(request) {
      if (isClosed) return Promise.reject(new Error("The ledger is closed."));
      if (waiting.length + underWay >= queueMax)
        return Promise.reject(new LedgerBusy(`${queueMax} requests wait already`));
      const [call, span] = [recordedCall(), orderSpan()];
      const order = new Promise<Outcome>((resolve, reject) => {
        waiting.push({ request, call, span, resolve, reject });
        work ??= writeAll();
      });
      return endingWith(span, order);
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

/** Returns the number of requests that fit into a batch; at least one. A linked set is never split. */
function countWithin(waiting: readonly Waiting[], size: number): number {
  let count = 0;
  for (let left = size; count < waiting.length; count++) {
    left -= weightOf((waiting[count] as Waiting).request);
    if (left < 0) break;
  }
  return Math.max(1, count);
}

/** Batch size from which on requests are gathered for the next batch; under lower load they do not wait. */
const busySize = 64;

interface Waiting {
  readonly request: Request;
  readonly call: TraceContext | undefined;
  readonly span: Span | undefined;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Writer {
  readonly store: BatchStore;
  readonly rules: Rules;
  readonly dialect: Dialect;
  readonly journal: Journal | undefined;
}

/** Retries a batch, then halves it, so that a request that cannot be written fails alone. */
async function settle(batch: readonly Waiting[], tries: number, writer: Writer): Promise<void> {
  const { dialect, journal } = writer;
  try {
    const outcomes = await written(batch, writer);
    for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome);
  } catch (error) {
    const isOutage = databaseOutage(dialect, error) !== undefined;
    if (isOutage) journal?.databaseLost();
    if (isOutage || (tries === 1 && batch.length === 1)) {
      for (const { reject } of batch) reject(error);
    } else if (tries > 1) {
      await settle(batch, tries - 1, writer);
    } else {
      const middle = batch.length >> 1;
      await settle(batch.slice(0, middle), 1, writer);
      await settle(batch.slice(middle), 1, writer);
    }
  }
}

/** Writes a batch, notifies the follower, and keeps its outcomes in the journal before any caller gets them. */
async function written(waiting: readonly Waiting[], { store, rules, journal }: Writer): Promise<readonly Outcome[]> {
  const [requests, calls] = [waiting.map(({ request }) => request), waiting.map(({ call }) => call)];
  if (journal !== undefined) await journal.ready();
  const { follower } = rules;
  const version = follower?.version ?? 0;
  const batch = await store.write(requests, (stored) => tracedBatch(decideBatch(requests, stored, rules), calls));
  if (follower !== undefined) tell(follower, batch, version);
  const acknowledged = journal && acknowledgedBy(batch.outcomes, batch.chained);
  if (acknowledged !== undefined) await journal?.keep(acknowledged);
  return batch.outcomes;
}

/** Has the batch store which calls have made its entries. */
function tracedBatch(batch: DecidedBatch, calls: readonly (TraceContext | undefined)[]): DecidedBatch {
  const traces = tracesOf(batch.outcomes, calls);
  return traces === undefined ? batch : { ...batch, records: [...batch.records, traces] };
}

function tell(follower: Follower, { chained, last, followed }: DecidedBatch, version: number): void {
  if (chained === undefined || last === undefined) return;
  follower.written({ firstSequence: chained.batch.firstSequence, last, followed, version });
}
