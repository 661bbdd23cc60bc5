import { reportingFirstFailure } from "../../core/first-failure.ts";
import { type Heartbeat, heartbeatMs, type Processes, type Readings, silentKeptMs } from "./domain/process.ts";
import { type ProcessReader, rounded } from "./readings.ts";
import { createServingCount } from "./serving-count.ts";

export interface HeartbeatDeps {
  readonly processes: Processes;
  readonly self: Pick<Heartbeat, "id" | "host" | "pid" | "version">;
  readonly reader: Pick<ProcessReader, "read">;
  readonly isDraining: () => boolean;
  /** Whether callers are sent to this process. */
  readonly isCalled: boolean;
  /** Milliseconds since 1970 by the clock of the process. */
  readonly now: () => number;
  readonly intervalMs?: number;
  /** Called when a heartbeat is stored: with its readings, and the number of processes that serve at that time. */
  readonly onStored?: (readings?: Readings, serving?: number) => void;
  /** Receives the first of several consecutive failures; a failed heartbeat is retried at the next one. */
  readonly report: (error: unknown) => void;
}

/** The heartbeat of a process. */
export interface Heartbeats {
  /** Writes a heartbeat now, or after the present one. */
  beat(): Promise<void>;
  /**
   * Changes the stored heartbeat, to check whether changes are stored at all. Rejects with the error of the database.
   */
  prove(): Promise<void>;
  /**
   * Stops, and removes the process from the list. Does not wait long for a stalled database, where the process then
   * stays listed.
   */
  close(): Promise<void>;
}

/** Longest wait of a shutdown for the database. */
const closeWaitMs = 1_000;
/** Time between two removals of processes that have long been silent. */
const removalMs = 3_600_000;

/** Writes heartbeats until it is closed. An unreachable database only delays heartbeats. */
export async function startHeartbeats(deps: HeartbeatDeps): Promise<Heartbeats> {
  const { processes, self, reader, isDraining, isCalled, now, intervalMs = heartbeatMs, onStored, report } = deps;
  const count = createServingCount();
  let startedAt: Date | undefined;
  let removedAtMs = Number.NEGATIVE_INFINITY;
  const attempt = reportingFirstFailure(report);
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const askedMs = now();
    const begunMs = performance.now();
    const heartbeatAt = await processes.now();
    const databaseMs = performance.now() - begunMs;
    startedAt ??= heartbeatAt;
    // Assumes that the database read its clock halfway through the query.
    const clockAheadMs = Math.round(askedMs + databaseMs / 2 - heartbeatAt.getTime());
    const readings = { ...reader.read(), databaseMs: rounded(databaseMs), clockAheadMs, isCalled };
    const state = isDraining() ? "draining" : "ready";
    await processes.write({ ...self, startedAt, heartbeatAt, state, readings });
    onStored?.(readings, count(await processes.list(), heartbeatAt));
    if (heartbeatAt.getTime() - removedAtMs < removalMs) return;
    await processes.removeBefore(new Date(heartbeatAt.getTime() - silentKeptMs));
    removedAtMs = heartbeatAt.getTime();
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    waiting++;
    last = last.then(() => attempt(work)).finally(() => waiting--);
    return last;
  }

  await enqueue(write);
  // While a heartbeat waits for the database, no other is queued behind it.
  const timer = setInterval(() => waiting === 0 && void enqueue(write), intervalMs).unref();
  return {
    beat: () => enqueue(write),
    async prove() {
      if (await processes.touch(self.id)) onStored?.();
      else await write();
    },
    async close() {
      clearInterval(timer);
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const wait = setTimeout(resolve, closeWaitMs);
      await Promise.race([enqueue(() => processes.remove(self.id)), late]);
      clearTimeout(wait);
    },
  };
}
