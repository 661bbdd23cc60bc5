import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../../server/core/limits.ts";
import { asyncLaw } from "../../support/laws/async-law.ts";
import { caller, processes } from "./leasing-processes.ts";

const startMs = 1_763_600_000_000;

beforeEach(() => vi.useFakeTimers({ now: startMs }));
afterEach(() => vi.useRealTimers());

/** Returns the process whose turn it is. */
function turnOf<One>(all: readonly One[], call: number): One[] {
  return all.slice(call % all.length, (call % all.length) + 1);
}

describe.each([
  ["one thread", 0],
  ["three threads", 2],
])("a plan of 60 calls a minute, over three processes of %s,", (_, threads) => {
  test("lets 60 of 600 calls pass that come at once", async () => {
    const { send } = processes(3, { threads });
    expect(await send(600)).toBe(60);
  });

  test("lets 60 of 600 calls pass that come one after the other, and 60 in the next minute", async () => {
    const { all, send } = processes(3, { threads });
    for (const __ of ["first", "second"]) {
      let passed = 0;
      for (let call = 0; call < 600; call++) passed += await send(1, caller(), turnOf(all, call));
      expect(passed).toBe(60);
      await vi.advanceTimersByTimeAsync(60_000);
    }
  });

  test("lets 60 pass though one process holds uses that it does not make", async () => {
    const { all, send } = processes(3, { threads });
    const [idle, ...busy] = all;
    expect(await send(1, caller(), idle && [idle])).toBe(1);
    let passed = 1 + (await send(100, caller(), busy));
    expect(passed).toBeLessThan(60);
    // Refusing asked for more, which the next sweep of the idle process puts back.
    await vi.advanceTimersByTimeAsync(limits.sharedWindowSweepMs);
    passed += await send(100, caller(), busy);
    expect(passed).toBe(60);
  });

  test("lets 60 pass though a process ends that holds uses", async () => {
    const { all, send } = processes(3, { threads });
    const [ending, ...others] = all;
    expect(await send(1, caller(), ending && [ending])).toBe(1);
    await ending?.leases.close();
    expect(await send(100, caller(), others)).toBe(59);
  });

  test("lets 60 pass though clocks differ by minutes", async () => {
    const { send } = processes(3, { threads, aheadMs: [0, 600_000, -600_000] });
    expect(await send(600)).toBe(60);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await send(600)).toBe(0);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await send(600)).toBe(60);
  });

  test("lets each process pass its share while the windows are away, and says so", async () => {
    const { windows, all, errors, send } = processes(3, { threads });
    windows.isAway = true;
    for (const one of all) expect(await send(200, caller(), [one])).toBe(20);
    expect(errors).not.toEqual([]);
    // Each process reports the calls that it allowed meanwhile, and they count.
    windows.isAway = false;
    await vi.advanceTimersByTimeAsync(limits.sharedWindowAgainMs);
    expect(await send(600)).toBeLessThan(60 / 8);
  });

  test("lets a process pass no more than it holds and its share when the windows go away", async () => {
    const { windows, all, send } = processes(3, { threads });
    expect(await send(30)).toBe(30);
    windows.isAway = true;
    for (const one of all) expect(10 + (await send(200, caller(), [one]))).toBeLessThanOrEqual(20 + 7);
  });

  test("keeps calls waiting no longer than the bound for windows that stall, and uses a late answer", async () => {
    const { windows, send } = processes(1, { threads, serving: 3 });
    const { promise, resolve } = Promise.withResolvers<void>();
    windows.gate = promise;
    const passed = send(200);
    await vi.advanceTimersByTimeAsync(limits.sharedWindowMs);
    expect(await passed).toBe(20);
    expect(await send(1)).toBe(0);
    resolve();
    await vi.advanceTimersByTimeAsync(limits.sharedWindowAgainMs);
    await send(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(windows.requests).toBeLessThan(5);
    expect(await send(200)).toBeGreaterThan(0);
  });
});

test("a caller asks for few leases: fewer than one call in ten of a plan of 600", async () => {
  const { windows, all, send } = processes(2);
  let passed = 0;
  for (let call = 0; call < 1_000; call++) passed += await send(1, caller(600), turnOf(all, call));
  expect(passed).toBe(600);
  expect(windows.requests).toBeLessThan(60);
});

test("calls over the limit are refused without a request, but for one in half a second", async () => {
  const { windows, send } = processes(1);
  await send(100);
  const { requests } = windows;
  for (let call = 0; call < 100; call++) expect(await send(1)).toBe(0);
  expect(windows.requests).toBe(requests);
  await vi.advanceTimersByTimeAsync(limits.sharedWindowAgainMs);
  for (let call = 0; call < 100; call++) expect(await send(1)).toBe(0);
  expect(windows.requests).toBe(requests + 1);
});

test("the first call of the next window passes at its beginning, though the last was refused just before", async () => {
  const { send } = processes(2);
  expect(await send(60)).toBe(60);
  await vi.advanceTimersByTimeAsync(59_990);
  expect(await send(10)).toBe(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(await send(100)).toBe(60);
});

test("a stalled database is reported once, however many calls wait for it", async () => {
  const { windows, errors, send } = processes(1);
  windows.gate = new Promise(() => {});
  const passed = send(50);
  await vi.advanceTimersByTimeAsync(limits.sharedWindowMs);
  await passed;
  expect(errors).toHaveLength(1);
});

test("uses of a larger plan are put back once, whoever asks meanwhile", async () => {
  const { all, send } = processes(2);
  const [first] = all;
  expect(await send(10, caller(100), first && [first])).toBe(10);
  // Reading the use and a call both put back what was held.
  const [, passed] = await Promise.all([first?.limiter.useOf(caller(20)), send(100, caller(20), first && [first])]);
  expect(passed).toBe(10);
  expect(await send(200, caller(20))).toBe(0);
});

test("the answer has the calls that are left, and the end of the window", async () => {
  const { all } = processes(1);
  const [{ limiter } = all[0] as never] = all;
  for (let left = 59; left >= 0; left--) {
    const { limits: told } = await limiter.admit(caller());
    expect(told).toEqual({ limit: 60, remaining: left, resetAtSeconds: startMs / 1000 + 60 });
  }
  const refused = await limiter.admit(caller());
  expect(refused).toMatchObject({ allowed: false, retryAfterSeconds: 60, exceeded: "60 calls a minute" });
  expect(await limiter.useOf(caller())).toMatchObject({ used: 61, endsAtMs: startMs + 60_000, concurrent: 60 });
});

test("a process that has not met the caller tells its use, too, and begins no window by that", async () => {
  const { all, send } = processes(2);
  const [first, second] = all;
  expect(await second?.limiter.useOf(caller())).toEqual({ used: 0, endsAtMs: undefined, concurrent: 0 });
  expect(await second?.limiter.useOf(caller())).toEqual({ used: 0, endsAtMs: undefined, concurrent: 0 });
  expect(await send(60, caller(), first && [first])).toBe(60);
  expect(await second?.limiter.useOf(caller())).toEqual({ used: 60, endsAtMs: startMs + 60_000, concurrent: 0 });
  expect(second?.limiter.size).toBe(0);
});

test("calls that wait for a lease hold their places", async () => {
  const { windows, all } = processes(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  windows.gate = promise;
  const few = caller(60, "key:few", 3);
  const admissions = Array.from({ length: 10 }, () => all[0]?.limiter.admit(few));
  resolve();
  const decided = await Promise.all(admissions);
  expect(decided.filter((admission) => admission?.allowed)).toHaveLength(3);
  for (const admission of decided) if (admission?.allowed) admission.release();
  expect(await all[0]?.limiter.useOf(few)).toMatchObject({ concurrent: 0 });
});

test("a smaller plan takes effect at once, and what was held for the larger one is put back", async () => {
  const { send } = processes(2);
  expect(await send(10, caller(100))).toBe(10);
  expect(await send(100, caller(20))).toBe(10);
  expect(await send(200, caller(100))).toBe(80);
});

const steps = fc.array(
  fc.record({
    process: fc.nat(2),
    calls: fc.integer({ min: 1, max: 30 }),
    waitMs: fc.constantFrom(0, 0, 1, 300, 1_000),
  }),
  { minLength: 1, maxLength: 40 },
);

asyncLaw(
  "whatever calls come where and when, no window of a minute has more than its plan, and all of it can be used",
  fc.tuple(fc.integer({ min: 1, max: 200 }), steps, fc.nat(2)),
  async ([requestsPerMinute, planned, threads]) => {
    const beganMs = Date.now();
    const { all, send } = processes(3, { threads });
    const principal = caller(requestsPerMinute, `key:${beganMs}`);
    let passed = 0;
    for (const { process, calls, waitMs } of planned) {
      passed += await send(calls, principal, all.slice(process, process + 1));
      await vi.advanceTimersByTimeAsync(waitMs);
      if (Date.now() - beganMs >= 50_000) break;
    }
    expect(passed).toBeLessThanOrEqual(requestsPerMinute);
    for (let round = 0; round < 4; round++) {
      passed += await send(3 * requestsPerMinute, principal);
      await vi.advanceTimersByTimeAsync(limits.sharedWindowSweepMs);
    }
    expect(passed).toBe(requestsPerMinute);
    for (const { leases } of all) await leases.close();
    await vi.advanceTimersByTimeAsync(60_000);
  },
);
