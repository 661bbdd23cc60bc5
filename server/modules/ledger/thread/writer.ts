import { MessageChannel, Worker } from "node:worker_threads";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import { disableWasmCodeGc } from "../../../core/wasm-code-gc.ts";
import type { Database } from "../../../database/source.ts";
import { DatabaseUnavailable } from "../../../database/unavailable.ts";
import { readEntry } from "../domain/entry/chain.ts";
import type { FollowedEntry, Follower } from "../domain/follower.ts";
import type { Policy } from "../domain/policy.ts";
import type { Request } from "../domain/requests.ts";
import { boundsFrom, type LedgerBounds } from "../engine/checkpoint/bounds.ts";
import type { QuotedRates } from "../rates/quoted-rates.ts";
import type { BatchWriter, WrittenBatch } from "../store/batch-writer.ts";
import type { BatchMeasurements } from "../store/measured-batches.ts";
import { storeErrorOf } from "./error-form.ts";
import type { BatchAnswer, BatchOrder, FromLedger, HostLost, LedgerTask, Place, RulesForm } from "./messages.ts";
import { packRequests, unpackOutcomes } from "./packing.ts";
import { answerRecords } from "./records.ts";
import { shareDatabase } from "./shared-database.ts";

export interface LedgerThreadDeps extends Partial<LedgerBounds> {
  readonly policy: Policy;
  /** Returns the sources of rates as they are now. */
  readonly rates: () => QuotedRates;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly follower?: Follower | undefined;
  /** Receives what batches take. */
  readonly measure?: BatchMeasurements | undefined;
  /** Called when the thread ends without having been asked to. */
  readonly onLost: (error: unknown) => void;
  /** Program of the thread, and what receives the thread when it has started; for tests. */
  readonly program?: URL | undefined;
  readonly onStart?: ((thread: Worker) => void) | undefined;
}

/**
 * Decides and writes batches in a thread of their own, by a connection of its own, so that no batch blocks a call. The
 * thread starts with the first batch. If it ends, whether its batch was stored is unknown, and the next batch starts
 * another one.
 */
export function ledgerThread(database: Database, deps: LedgerThreadDeps): BatchWriter {
  const { now, measure } = deps;
  const currentRules = changedRules(deps);
  const shared = shareDatabase(database, boundsFrom(deps));
  let thread: Thread | undefined;
  let sizeMax: number | undefined;
  shared.onHostLost((lost) => thread?.tell(lost));

  /** Sends a batch to the thread, which is started if there is none. */
  async function send(requests: readonly Request[], calls: readonly (TraceContext | undefined)[]) {
    const isNew = thread === undefined;
    thread ??= startThread(await shared.place(), deps, () => {
      thread = undefined;
      shared.threadEnded();
    });
    const order = { calls: recordedOf(calls), nowMs: now(), rules: currentRules(isNew), host: shared.host() };
    const answer = await thread.write(requests, order);
    shared.measured(answer.statements);
    if ("error" in answer) throw storeErrorOf(answer.error);
    return answer;
  }

  return {
    isElsewhere: true,
    get sizeMax() {
      return sizeMax;
    },
    async write(requests, calls) {
      const answer = await send(requests, calls).catch((error: unknown) => {
        measure?.failed();
        throw error;
      });
      for (const [step, ms] of answer.steps) measure?.step(step, ms);
      measure?.written(requests.length);
      sizeMax = answer.sizeMax;
      return () => writtenBatch(answer, deps.follower);
    },
    async close() {
      await thread?.close();
    },
  };
}

/** Returns the calls if any of them is recorded. */
function recordedOf(calls: readonly (TraceContext | undefined)[]) {
  return calls.some((call) => call !== undefined) ? calls : undefined;
}

interface Thread {
  write(requests: readonly Request[], order: Omit<BatchOrder, "requests">): Promise<FromLedger>;
  tell(lost: HostLost): void;
  close(): Promise<void>;
}

function startThread(place: Place, { onLost, program = worker, onStart }: LedgerThreadDeps, onEnd: () => void): Thread {
  disableWasmCodeGc();
  const { port1, port2 } = new MessageChannel();
  const answers = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const task: LedgerTask = { place, records: { port: port2, answers } };
  const thread = new Worker(program, { workerData: task, transferList: [port2] });
  let requests: readonly Request[] = [];
  let waiting: PromiseWithResolvers<FromLedger> | undefined;
  let isClosing = false;
  let failure: unknown;
  answerRecords(port1, answers, () => requests);
  // Only a batch that is under way keeps the process alive.
  port1.unref();
  thread.unref();
  onStart?.(thread);
  thread.on("message", (answer: FromLedger) => {
    const { resolve } = waiting as PromiseWithResolvers<FromLedger>;
    waiting = undefined;
    thread.unref();
    resolve(answer);
  });
  thread.on("error", (error: unknown) => {
    failure = error;
  });
  thread.on("messageerror", (error: unknown) => {
    failure = error;
    void thread.terminate();
  });
  const ended = new Promise<void>((resolve) => {
    thread.once("exit", (code) => {
      port1.close();
      onEnd();
      failure ??= new Error(`the ledger's thread has ended with code ${code}`);
      waiting?.reject(new DatabaseUnavailable(failure, true));
      if (!isClosing) onLost(failure);
      resolve();
    });
  });
  return {
    write(given, order) {
      requests = given;
      waiting = Promise.withResolvers();
      thread.ref();
      const packed = packRequests(given);
      thread.postMessage({ ...order, requests: packed } satisfies BatchOrder, [packed.bytes.buffer]);
      return waiting.promise;
    },
    tell: (lost) => thread.postMessage(lost),
    async close() {
      isClosing = true;
      // An unreferenced thread would not keep the process alive until it has closed its connection.
      thread.ref();
      thread.postMessage("close");
      await ended;
    },
  };
}

/** Returns a function that returns the rules when they have changed since it was called before, or when asked to. */
function changedRules({ policy, rates }: Pick<LedgerThreadDeps, "policy" | "rates">) {
  let sent: readonly unknown[] = [];
  return (isForced: boolean): RulesForm | undefined => {
    const { exchangeBasisPoints, assets } = policy;
    const quoted = rates();
    const parts = [exchangeBasisPoints, quoted.maxAgeMs, ...assets.values(), ...quoted.quotations];
    const isSame = parts.length === sent.length && parts.every((part, index) => part === sent[index]);
    if (isSame && !isForced) return undefined;
    sent = parts;
    return { exchangeBasisPoints, assets: [...assets.values()], rates: quoted };
  };
}

function writtenBatch({ outcomes: packed, batch }: BatchAnswer, follower: Follower | undefined): WrittenBatch {
  const version = follower?.version ?? 0;
  const entries: { readonly id: string; readonly bytes: Uint8Array }[] = [];
  const followed: FollowedEntry[] = [];
  let last: FollowedEntry["entry"] | undefined;
  const outcomes = unpackOutcomes(packed, (entry, bytes) => {
    entries.push({ id: entry.id, bytes });
    if (follower?.isFollowed(entry)) followed.push(copied(bytes));
    last = entry;
  });
  if (batch === undefined || last === undefined) return { outcomes, chained: undefined };
  return { outcomes, chained: { batch, entries, last, followed, version } };
}

/** Returns an entry with bytes of its own: readers may keep it, and a part of a buffer keeps the whole batch in memory. */
function copied(bytes: Uint8Array): FollowedEntry {
  const own = new Uint8Array(bytes);
  return { entry: readEntry(own), bytes: own };
}

const worker = new URL("./worker.ts", import.meta.url);
