import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Fault } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import type { Sealer } from "../../core/sealed-column.ts";
import { type Choices, seededChoices } from "../../rpc/idempotency/choices.ts";
import type { Idempotency, KeyedCall } from "../../rpc/idempotency/idempotency.ts";
import { type KeyRecord, type KeyRecords, keyedAnswerColumn } from "../domain/idempotency-keys.ts";

export interface StoredAnswersDeps {
  readonly records: KeyRecords;
  readonly sealer: Sealer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives failures to renew the beat of a call in execution. */
  readonly report: (error: unknown) => void;
  readonly times?: Times;
}

/** Times in ms. */
export interface Times {
  /** Interval at which the process that executes a call changes its record's beat. */
  readonly beat: number;
  /** Time without a beat after which that process counts as dead. */
  readonly silence: number;
  /** Longest wait of a repetition for the answer. Longer than the silence. */
  readonly wait: number;
  /** Interval at which a repetition polls for the answer. */
  readonly poll: number;
}

const usualTimes: Times = { beat: 2_000, silence: 10_000, wait: 15_000, poll: 100 };

type Execute = (choices: Choices) => Promise<Uint8Array>;

/**
 * Creates the idempotency of a database. A record with the seed of the operation's random choices is stored before the
 * call is executed; its answer later replaces the seed. The process that executes the call changes the record's beat. A
 * repetition waits for the answer; when the beat stops, the process is dead, and the repetition executes the call with
 * the same choices, so that the operation finds what the first execution created. Clocks of processes are not compared.
 */
export function createStoredAnswers(deps: StoredAnswersDeps): Idempotency {
  const { records, sealer, now, times = usualTimes } = deps;
  return {
    async once(call, execute) {
      const startedMs = performance.now();
      let seen: { readonly beat: number; readonly atMs: number } | undefined;
      for (;;) {
        const record = await records.find(call.id);
        if (record === undefined || record.expiresAtMs <= now()) {
          if (record !== undefined) await records.remove(record);
          const made = await newRecord(call, sealer, now());
          if (await records.create(made.record)) return executeHeld(made.record, made.seed, execute, deps);
          continue;
        }
        refuseOther(call, record);
        if (record.isAnswered) return sealer.open(keyedAnswerColumn.context(record), record.sealed);
        const nowMs = performance.now();
        if (seen?.beat !== record.beat) seen = { beat: record.beat, atMs: nowMs };
        if (record.beat === 0 || nowMs - seen.atMs >= times.silence) {
          if (!(await records.changeBeat(record.id, record.beat, record.beat + 1))) continue;
          const seed = await sealer.open(keyedAnswerColumn.context(record), record.sealed);
          return executeHeld({ ...record, beat: record.beat + 1 }, seed, execute, deps);
        }
        if (nowMs - startedMs >= times.wait) throw underWay();
        await delay(times.poll);
      }
    },
  };
}

async function newRecord(call: KeyedCall, sealer: Sealer, nowMs: number) {
  const seed = randomBytes(32);
  const sealed = await sealer.seal(keyedAnswerColumn.context({ id: call.id }), seed);
  const expiresAtMs = nowMs + limits.idempotencyKeyMs;
  const record: KeyRecord = { ...call, sealed, isAnswered: false, beat: 1, createdAtMs: nowMs, expiresAtMs };
  return { record, seed };
}

/** Executes a call whose record this process holds, and stores its answer. */
async function executeHeld(
  { id, beat, createdAtMs }: KeyRecord,
  seed: Uint8Array,
  execute: Execute,
  { records, sealer, report, times = usualTimes }: StoredAnswersDeps,
): Promise<Uint8Array> {
  let held = beat;
  const beating = setInterval(() => {
    records.changeBeat(id, held, held + 1).then((isHeld) => {
      if (isHeld) held += 1;
    }, report);
  }, times.beat);
  beating.unref();
  try {
    const answer = await execute(seededChoices(seed, createdAtMs));
    await records.answer(id, await sealer.seal(keyedAnswerColumn.context({ id }), answer));
    return answer;
  } catch (error) {
    clearInterval(beating);
    // A refused call has changed nothing. Any other may have, so its record stays and it is repeated with the same
    // choices.
    if (error instanceof Fault && error.reason !== "INTERNAL" && error.reason !== "UNAVAILABLE")
      await records.remove({ id, createdAtMs });
    else await records.changeBeat(id, held, 0).catch(report);
    throw error;
  } finally {
    clearInterval(beating);
  }
}

/** @throws Fault RESOURCE_CONFLICT for another request; PERMISSION_DENIED for a session proven less recently */
function refuseOther(call: KeyedCall, record: KeyRecord): void {
  if (call.requestHash !== record.requestHash) {
    throw new Fault("RESOURCE_CONFLICT", "Idempotency-Key was used for another request; choose a new one", {
      parameter: "Idempotency-Key",
    });
  }
  const { provenAtMs } = record;
  // The answer may hold secrets that the operation returns only to a freshly proven session.
  if (provenAtMs !== undefined && (call.provenAtMs ?? 0) < provenAtMs) {
    throw new Fault("PERMISSION_DENIED", "A session that was authenticated later made this call; authenticate again.");
  }
}

function underWay(): Fault {
  const message = "A call with this Idempotency-Key is being executed; repeat it later to get its answer.";
  return new Fault("STATE_INVALID", message, { parameter: "Idempotency-Key", retryAfterSeconds: 1 });
}
