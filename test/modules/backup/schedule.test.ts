import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BackupError } from "../../../server/modules/backup/backup-error.ts";
import { scheduleBackups } from "../../../server/modules/backup/schedule.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scheduled(createIfDue: () => Promise<boolean>) {
  const errors: unknown[] = [];
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) };
  return { errors, end: scheduleBackups({ createIfDue }, log) };
}

it("whether a backup is due is checked a minute after the start, and then every hour", async () => {
  const createIfDue = vi.fn(async () => false);
  const { end } = scheduled(createIfDue);
  await vi.advanceTimersByTimeAsync(minuteMs - 1);
  expect(createIfDue).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(createIfDue).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * hourMs);
  expect(createIfDue).toHaveBeenCalledTimes(6);
  end();
  await vi.advanceTimersByTimeAsync(5 * hourMs);
  expect(createIfDue).toHaveBeenCalledTimes(6);
});

it("a backup that fails is logged as an error, and retried after an hour", async () => {
  const full = new Error("no space left on device");
  const createIfDue = vi.fn(() => Promise.reject(full));
  const { errors } = scheduled(createIfDue);
  await vi.advanceTimersByTimeAsync(2 * hourMs + minuteMs);
  expect(createIfDue).toHaveBeenCalledTimes(3);
  expect(errors).toEqual([{ err: full }, { err: full }, { err: full }]);
});

it("a backup that a shutdown interrupts is not logged as an error", async () => {
  const { errors } = scheduled(() => Promise.reject(new BackupError("closed")));
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(errors).toEqual([]);
});

it("the schedule does not keep a process from ending", async () => {
  vi.useRealTimers();
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  const setRepeated = vi.spyOn(globalThis, "setInterval");
  const { end } = scheduled(async () => false);
  const timers = [...setTimer.mock.results, ...setRepeated.mock.results].map(({ value }) => value as NodeJS.Timeout);
  expect(timers.map((timer) => timer.hasRef())).toEqual([false, false]);
  end();
  vi.restoreAllMocks();
});
