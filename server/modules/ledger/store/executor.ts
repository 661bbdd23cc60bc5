import { setImmediate as turn } from "node:timers/promises";
import type { Span } from "../../../core/tracing/span.ts";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import type { Dialect } from "../../../database/dialect.ts";
import { databaseOutage } from "../../../database/outage.ts";
import type { Follower } from "../domain/follower.ts";
import { LedgerBusy, type Outcome, type Request } from "../domain/requests.ts";
import { acknowledgedBy } from "../engine/journal/acknowledged.ts";
import type { Journal } from "../engine/journal/journal.ts";
import type { BatchWriter, WrittenBatch } from "./batch-writer.ts";
import { weightOf } from "./request-parts.ts";
import { endingWith, orderSpan, recordedCall, tracedTurn } from "./traced-turn.ts";

/** Queue of requests to a ledger, which are committed in batches. */
export interface Executor {
  submit(request: Request): Promise<Outcome>;
  submitAll(requests: readonly Request[]): Promise<readonly Outcome[]>;
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

export interface ExecutorDeps {
  readonly writer: BatchWriter;
  readonly dialect: Dialect;
  /** Keeps acknowledgements. */
  readonly journal?: Journal | undefined;
  /** Is notified of the entries. */
  readonly follower?: Follower | undefined;
}

/** Decides and writes one batch at a time; requests that arrive meanwhile form the next one. */
export function createExecutor(deps: ExecutorDeps, { batchMax, queueMax }: Bounds): Executor {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let isClosed = false;
  let work: Promise<void> | undefined;
  let relief = Promise.withResolvers<void>();

  const sizeMax = () => Math.min(batchMax, deps.writer.sizeMax ?? batchMax);

  async function writeAll(): Promise<void> {
    let size = 0;
    // Requests of one turn of the event loop share a batch, and other work runs between batches.
    for (await turn(); waiting.length > 0; await turn()) {
      let tell = nothingToTell;
      if (size >= busySize) await gather(waiting, sizeMax);
      do {
        const batch = waiting.splice(0, countWithin(waiting, sizeMax()));
        size = batch.length;
        underWay = size;
        const writing = tracedTurn(batch, () => settle(batch, 2, deps));
        // While another thread writes, this one tells what was written before.
        tell();
        tell = await writing;
        underWay = 0;
        relief.resolve();
        relief = Promise.withResolvers();
      } while (deps.writer.isElsewhere && waiting.length >= busySize);
      tell();
    }
    work = undefined;
  }

  function refusal(): Error | undefined {
    if (isClosed) return new Error("The ledger is closed.");
    return waiting.length + underWay < queueMax ? undefined : new LedgerBusy(`${queueMax} requests wait already`);
  }

  function submit(request: Request): Promise<Outcome> {
    const refused = refusal();
    if (refused !== undefined) return Promise.reject(refused);
    const [call, span] = [recordedCall(), orderSpan()];
    const order = new Promise<Outcome>((resolve, reject) => {
      waiting.push({ request, call, span, resolve, reject });
      work ??= writeAll();
    });
    return endingWith(span, order);
  }

  return {
    submit,
    submitAll(requests) {
      // Each order of a recorded call has a span of its own.
      if (recordedCall() !== undefined) return Promise.all(requests.map(submit));
      const refused = refusal();
      if (refused !== undefined) return Promise.reject(refused);
      const outcomes = addGroup(waiting, requests);
      if (requests.length > 0) work ??= writeAll();
      return outcomes;
    },
    get load() {
      return (waiting.length + underWay) / queueMax;
    },
    relieved: () => (waiting.length + underWay === 0 ? Promise.resolve() : relief.promise),
    async close() {
      isClosed = true;
      await work;
      await deps.writer.close();
    },
  };
}

/** Waits while each turn brings more requests, up to a full batch: the cost of a batch is mostly fixed. */
async function gather(waiting: readonly Waiting[], sizeMax: () => number): Promise<void> {
  for (let before = 0; waiting.length > before && waiting.length < sizeMax(); await turn()) before = waiting.length;
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
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Requests that were submitted at once. */
class Group {
  /** Resolves with the outcome of each request when all have one. */
  readonly outcomes: Promise<readonly Outcome[]>;
  readonly fail: (error: unknown) => void;
  readonly #told: Outcome[];
  readonly #resolve: (outcomes: readonly Outcome[]) => void;
  #left: number;

  constructor(count: number) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
    this.outcomes = promise;
    this.fail = reject;
    this.#resolve = resolve;
    this.#told = new Array(count);
    this.#left = count;
    if (count === 0) resolve([]);
  }

  tell(index: number, outcome: Outcome): void {
    this.#told[index] = outcome;
    this.#left--;
    if (this.#left === 0) this.#resolve(this.#told);
  }
}

/** A request of a group, without a promise of its own. */
class Member implements Waiting {
  readonly call = undefined;
  readonly span = undefined;
  readonly request: Request;
  readonly #group: Group;
  readonly #index: number;

  constructor(request: Request, group: Group, index: number) {
    this.request = request;
    this.#group = group;
    this.#index = index;
  }

  resolve(outcome: Outcome): void {
    this.#group.tell(this.#index, outcome);
  }

  reject(error: unknown): void {
    this.#group.fail(error);
  }
}

/** Adds requests to those that wait; returns their outcomes. */
function addGroup(waiting: Waiting[], requests: readonly Request[]): Promise<readonly Outcome[]> {
  const group = new Group(requests.length);
  for (const [index, request] of requests.entries()) waiting.push(new Member(request, group, index));
  return group.outcomes;
}

/** Tells the callers of a batch their outcomes. */
type Tell = () => void;

const nothingToTell: Tell = () => {};

/**
 * Retries a batch, then halves it, so that a request that cannot be written fails alone. Returns what is left to do once it
 * is written.
 */
async function settle(batch: readonly Waiting[], tries: number, deps: ExecutorDeps): Promise<Tell> {
  const { dialect, journal } = deps;
  try {
    return await written(batch, deps);
  } catch (error) {
    const isOutage = databaseOutage(dialect, error) !== undefined;
    if (isOutage) journal?.databaseLost();
    if (isOutage || (tries === 1 && batch.length === 1)) {
      for (const one of batch) one.reject(error);
      return nothingToTell;
    }
    if (tries > 1) return settle(batch, tries - 1, deps);
    const middle = batch.length >> 1;
    const tell = await settle(batch.slice(0, middle), 1, deps);
    tell();
    return settle(batch.slice(middle), 1, deps);
  }
}

/** Writes a batch, notifies the follower, and keeps its outcomes in the journal before any caller gets them. */
async function written(batch: readonly Waiting[], { writer, journal, follower }: ExecutorDeps): Promise<Tell> {
  const [requests, calls] = [batch.map(({ request }) => request), batch.map(({ call }) => call)];
  if (journal !== undefined) await journal.ready();
  const read = await writer.write(requests, calls);
  const notified = () => {
    const stored = read();
    notify(follower, stored);
    return stored;
  };
  if (!writer.isElsewhere || journal !== undefined) {
    const { outcomes, chained } = notified();
    const acknowledged = journal && acknowledgedBy(outcomes, chained);
    if (acknowledged !== undefined) await journal?.keep(acknowledged);
    return () => resolveAll(batch, outcomes);
  }
  return () => {
    try {
      resolveAll(batch, notified().outcomes);
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  };
}

function notify(follower: Follower | undefined, { chained }: WrittenBatch): void {
  if (follower === undefined || chained === undefined) return;
  const { batch, last, followed, version } = chained;
  follower.written({ firstSequence: batch.firstSequence, last, followed, version });
}

function resolveAll(batch: readonly Waiting[], outcomes: readonly Outcome[]): void {
  for (const [index, one] of batch.entries()) one.resolve(outcomes[index] as Outcome);
}
