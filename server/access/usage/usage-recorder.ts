import type { Observation } from "../../rpc/pipeline.ts";
import { RefusedKey } from "../authentication/refused-key.ts";
import { hourMs, type Refusal, refusalsMax, type UsageCount, type UsageRecords, usageKeptMs } from "../domain/usage.ts";
import { PendingCounts } from "./pending-counts.ts";
import { PendingRefusals } from "./pending-refusals.ts";
import { refusalOf, type UsageSubject } from "./refusal.ts";

export interface UsageRecorderDeps {
  readonly records: Pick<UsageRecords, "add" | "removeBefore">;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Time between two writes. */
  readonly intervalMs?: number | undefined;
  /** Receives failures to write. Unwritten records are written with the next ones. */
  readonly report: (error: unknown) => void;
  /** Receives the number of refusals that were counted, but not kept one by one, for lack of room. */
  readonly onOmitted: (refusals: number) => void;
}

/** Records the calls of keys and identities in memory, and writes them at intervals. */
export interface UsageRecorder {
  readonly record: (observation: Observation) => void;
  /** Writes the pending records. */
  flush(): Promise<void>;
  /** Writes the pending records and stops; later calls are not recorded. */
  close(): Promise<void>;
}

const intervalMsDefault = 2_000;
/** Bounds of the pending records. They are written every few seconds, so the bounds matter only in an outage. */
const pendingRefusalsMax = 2_000;
const unwrittenCountsMax = 50_000;

/** Creates the recorder of calls. Calls without a key or an identity are not recorded. */
export function createUsageRecorder(deps: UsageRecorderDeps): UsageRecorder {
  const { now = Date.now, intervalMs = intervalMsDefault } = deps;
  const counts = new PendingCounts();
  const refusals = new PendingRefusals(pendingRefusalsMax);
  const unwritten = new Unwritten();
  let omitted = 0;
  let removedAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  function schedule(): void {
    if (timer === undefined && !isClosed) timer = setTimeout(flush, intervalMs).unref();
  }

  function record(observation: Observation): void {
    const { principal, fault, reason, call } = observation;
    const subject: UsageSubject | undefined = principal ?? (fault instanceof RefusedKey ? fault.subject : undefined);
    if (isClosed || subject === undefined || (subject.key ?? subject.identityId) === undefined) return;
    const nowMs = now();
    counts.add(subject, call.method, reason, nowMs);
    if (fault !== undefined && !refusals.add(subject.id, refusalOf(subject, observation, fault, nowMs))) omitted++;
    if (timer === undefined) schedule();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    omitted += unwritten.take(counts.drain(), refusals.drain());
    if (omitted > 0) deps.onOmitted(omitted);
    omitted = 0;
    try {
      await unwritten.writeTo(deps.records);
      await removeOld();
    } catch (error) {
      deps.report(error);
      schedule();
    }
  }

  async function removeOld(): Promise<void> {
    const nowMs = now();
    if (Math.abs(nowMs - removedAtMs) < hourMs) return;
    await deps.records.removeBefore(nowMs - usageKeptMs);
    removedAtMs = nowMs;
  }

  return {
    record,
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}

/** Records that are not in the database yet. Writes are sequential, and nothing is taken in during one. */
class Unwritten {
  #counts = new Map<string, UsageCount>();
  #refusals: Refusal[] = [];

  /** Takes in drained records. Returns how many counts have no room; refusals beyond the bound are dropped. */
  take(counts: readonly UsageCount[], refusals: readonly Refusal[]): number {
    let omitted = 0;
    for (const count of counts) {
      const key = [count.identityId, count.keyId, count.hourMs, count.operation, count.result].join(" ");
      const before = this.#counts.get(key);
      if (before === undefined && this.#counts.size >= unwrittenCountsMax) omitted++;
      else this.#counts.set(key, { ...count, calls: count.calls + (before?.calls ?? 0) });
    }
    const all = [...this.#refusals, ...refusals];
    this.#refusals = lastOfEach(all);
    return omitted;
  }

  async writeTo(records: Pick<UsageRecords, "add">): Promise<void> {
    if (this.#counts.size === 0 && this.#refusals.length === 0) return;
    await records.add([...this.#counts.values()], this.#refusals);
    this.#counts.clear();
    this.#refusals = [];
  }
}

/** Returns the last refusals of each caller, up to the number kept, and of those the last ones within the bound. */
function lastOfEach(refusals: readonly Refusal[]): Refusal[] {
  const left = new Map<string, number>();
  const kept: Refusal[] = [];
  for (const refusal of refusals.toReversed()) {
    const caller = `${refusal.identityId} ${refusal.keyId}`;
    const room = left.get(caller) ?? refusalsMax;
    if (room === 0 || kept.length >= pendingRefusalsMax) continue;
    left.set(caller, room - 1);
    kept.push(refusal);
  }
  return kept.reverse();
}
