import { expect, test } from "vitest";
import { type Heartbeat, heartbeatMs, silentAfterMs } from "../../../server/modules/processes/domain/process.ts";
import { createServingCount } from "../../../server/modules/processes/serving-count.ts";

const readings = { callsPerSecond: 0, utilization: 0, memoryBytes: 1, databaseMs: 1, clockAheadMs: 0 };
const startMs = 1_763_600_000_000;

/** Three processes, of which one counts the serving ones at its heartbeats. */
function three() {
  const beats = new Map(["a", "b", "c"].map((id) => [id, startMs]));
  const count = createServingCount();
  return (ids: string, ms: number) => {
    for (const id of ids) beats.set(id, startMs + ms);
    const listed = [...beats].map(([id, atMs]): Heartbeat => {
      const [startedAt, heartbeatAt] = [new Date(startMs), new Date(atMs)];
      return { id, host: "host", pid: 1, version: "1", startedAt, heartbeatAt, state: "ready", readings };
    });
    return count(listed, new Date(startMs + ms));
  };
}

test("a process that has been silent for three heartbeats is not counted any more", () => {
  const beat = three();
  expect(beat("abc", 0)).toBe(3);
  for (let ms = heartbeatMs; ms <= silentAfterMs; ms += heartbeatMs) expect(beat("ab", ms)).toBe(3);
  expect(beat("ab", silentAfterMs + heartbeatMs)).toBe(2);
});

test("when all were silent, since the database was away, all are counted until they have had time to write", () => {
  const beat = three();
  expect(beat("abc", 0)).toBe(3);
  expect(beat("a", 60_000)).toBe(3);
  // The third was killed meanwhile.
  for (let ms = heartbeatMs; ms < silentAfterMs; ms += heartbeatMs) expect(beat("ab", 60_000 + ms)).toBe(3);
  expect(beat("ab", 60_000 + silentAfterMs)).toBe(2);
});

test("a process that starts counts those that it finds", () => {
  expect(three()("ab", 60_000)).toBe(2);
});
