import { describe, expect, onTestFinished, test } from "vitest";
import {
  type Heartbeat,
  type Processes,
  type Readings,
  silentAfterMs,
  silentKeptMs,
  stateOf,
} from "../../../server/modules/processes/domain/process.ts";
import { startHeartbeats } from "../../../server/modules/processes/heartbeats.ts";
import { createProcessReader } from "../../../server/modules/processes/readings.ts";
import { storedProcesses } from "../../../server/modules/processes/store/processes.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";

const readings = { callsPerSecond: 2.5, utilization: 0.25, memoryBytes: 2 ** 27, databaseMs: 0.5, clockAheadMs: -3 };
const self = { id: "a", host: "a-machine", pid: 42, version: "1.2.3" };

function heartbeat(id: string, at: Date, state: Heartbeat["state"] = "ready"): Heartbeat {
  return { ...self, id, startedAt: at, heartbeatAt: at, state, readings };
}

interface StartOptions {
  readonly isDraining?: () => boolean;
  readonly isCalled?: boolean;
  readonly now?: () => number;
  readonly onStored?: (readings?: Readings, serving?: number) => void;
  readonly failures?: unknown[];
}

/** Starts heartbeats of which each is asked for. */
async function started(
  processes: Processes,
  { isDraining = () => false, isCalled = true, now = Date.now, failures = [], onStored = () => {} }: StartOptions,
) {
  const calls = { count: 0 };
  const reader = createProcessReader(
    () => calls.count,
    () => ({ serving: 2, lost: 1 }),
  );
  const report = (error: unknown) => failures.push(error);
  const intervalMs = 3_600_000;
  const own = { processes, self, reader, isDraining, isCalled, now, intervalMs, onStored, report };
  const heartbeats = await startHeartbeats(own);
  onTestFinished(() => heartbeats.close());
  return { heartbeats, calls };
}

onEveryDatabase("heartbeats", (engine) => {
  test("are listed as they were written, in the order of the starts", async () => {
    const processes = storedProcesses(await engine.open());
    const now = await processes.now();
    const [early, late] = [heartbeat("z", new Date(now.getTime() - 1_000)), heartbeat("b", now, "draining")];
    await processes.write(late);
    await processes.write(early);
    expect(await processes.list()).toEqual([early, late]);
    await processes.write({ ...late, heartbeatAt: new Date(now.getTime() + 5_000) });
    expect((await processes.list())[1]?.heartbeatAt.getTime()).toBe(now.getTime() + 5_000);
    await processes.remove("z");
    expect((await processes.list()).map(({ id }) => id)).toEqual(["b"]);
  });

  test("are dated by the clock of the database, whatever the process believes", async () => {
    const processes = storedProcesses(await engine.open());
    await started(processes, { now: () => Date.now() + 3_600_000 });
    const [written] = await processes.list();
    expect(stateOf(written as Heartbeat, await processes.now())).toBe("ready");
    expect(Math.abs(Date.now() - (written as Heartbeat).heartbeatAt.getTime())).toBeLessThan(60_000);
    expect(Math.abs((written as Heartbeat).readings.clockAheadMs - 3_600_000)).toBeLessThan(60_000);
  });

  test("forget processes that have been silent for a day, and no others", async () => {
    const processes = storedProcesses(await engine.open());
    const now = (await processes.now()).getTime();
    await processes.write(heartbeat("old", new Date(now - silentKeptMs - 1_000)));
    await processes.write(heartbeat("killed", new Date(now - silentKeptMs + 60_000)));
    await started(processes, {});
    expect((await processes.list()).map(({ id }) => id)).toEqual(["killed", "a"]);
  });

  test("tell of a shutdown, and end with it", async () => {
    const processes = storedProcesses(await engine.open());
    let isDraining = false;
    const { heartbeats } = await started(processes, { isDraining: () => isDraining });
    isDraining = true;
    await heartbeats.beat();
    expect((await processes.list())[0]?.state).toBe("draining");
    await heartbeats.close();
    expect(await processes.list()).toEqual([]);
  });

  test("count the processes that take calls: not those that shut down, are silent, or have backups as their only task", async () => {
    const processes = storedProcesses(await engine.open());
    const now = await processes.now();
    await processes.write(heartbeat("before", now));
    await processes.write(heartbeat("draining", now, "draining"));
    await processes.write(heartbeat("silent", new Date(now.getTime() - 2 * silentAfterMs)));
    await processes.write({ ...heartbeat("backups", now), readings: { ...readings, isCalled: false } });
    const counts: unknown[] = [];
    const onStored = (_readings?: Readings, serving?: number) => counts.push(serving);
    await started(processes, { onStored });
    await started(processes, { isCalled: false, onStored });
    expect(counts).toEqual([2, 1]);
  });

  test("are written again after the row was lost, and count the calls since the one before", async () => {
    const processes = storedProcesses(await engine.open());
    const { heartbeats, calls } = await started(processes, {});
    await processes.remove("a");
    calls.count++;
    await heartbeats.beat();
    expect((await processes.list())[0]?.readings.callsPerSecond).toBeGreaterThan(0);
    await heartbeats.beat();
    expect((await processes.list())[0]?.readings.callsPerSecond).toBe(0);
  });

  test("keep no shutdown waiting for a database that stands still", async () => {
    const stored = storedProcesses(await engine.open());
    const { promise: never } = Promise.withResolvers<void>();
    const { heartbeats } = await started({ ...stored, remove: () => never }, {});
    await heartbeats.close();
    expect(await stored.list()).toHaveLength(1);
  });

  test("that fail stop nobody: an outage is reported once, and the next one is written", async () => {
    const stored = storedProcesses(await engine.open());
    let isAway = true;
    const away = async () => Promise.reject(new Error("the database is away"));
    const processes = { ...stored, now: () => (isAway ? away() : stored.now()) };
    const failures: unknown[] = [];
    const { heartbeats } = await started(processes, { failures });
    await heartbeats.beat();
    expect(failures).toHaveLength(1);
    isAway = false;
    await heartbeats.beat();
    expect(await stored.list()).toHaveLength(1);
    isAway = true;
    await heartbeats.beat();
    expect(failures).toHaveLength(2);
  });
});

describe("the state of a process", () => {
  const at = new Date(1_700_000_000_000);
  const later = (ms: number) => new Date(at.getTime() + ms);

  test("is what its last heartbeat tells, and silent when three are missing", () => {
    for (const state of ["ready", "draining"] as const) {
      expect(stateOf({ heartbeatAt: at, state }, later(0))).toBe(state);
      expect(stateOf({ heartbeatAt: at, state }, later(silentAfterMs))).toBe(state);
      expect(stateOf({ heartbeatAt: at, state }, later(silentAfterMs + 1))).toBe("silent");
    }
  });

  test("is no silence when a node of the database is behind another", () => {
    expect(stateOf({ heartbeatAt: at, state: "ready" }, later(-60_000))).toBe("ready");
  });
});
