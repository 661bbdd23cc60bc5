import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HeldUses } from "../../../server/access/limits/held-uses.ts";
import { limits } from "../../../server/core/limits.ts";
import { asyncLaw } from "../../support/laws/async-law.ts";
import { law } from "../../support/laws/law.ts";
import { caller, processes } from "./leasing-processes.ts";

const startMs = 1_763_600_000_000;

beforeEach(() => vi.useFakeTimers({ now: startMs }));
afterEach(() => vi.useRealTimers());

const held = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("take" as const), thread: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("take out" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("hold" as const),
      granted: fc.nat(9),
      left: fc.nat(9),
      remainsMs: fc.integer({ min: 0, max: 60_000 }),
      isSameWindow: fc.boolean(),
      lowBelow: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 30_000, 60_000, -1, -10_000_000),
    }),
  },
);

law(
  "uses held in one word are those of a lease, whichever thread takes them",
  fc.array(held, { maxLength: 60 }),
  (steps) => {
    let nowMs = startMs;
    const memory = new SharedArrayBuffer(HeldUses.bytes);
    const threads = Array.from({ length: 3 }, () => new HeldUses(memory));
    const [main] = threads as [HeldUses];
    const model = { count: 0, endsAtMs: 0, low: 0 };
    for (const step of steps) {
      const isOpen = nowMs < model.endsAtMs && model.endsAtMs <= nowMs + 60_000;
      if (step.act === "wait") nowMs += step.ms;
      else if (step.act === "take out") {
        expect(main.takeOut()).toBe(model.count);
        model.count = 0;
      } else if (step.act === "hold") {
        const { remainsMs, ...lease } = step;
        const before = model.count;
        model.count = lease.granted + (lease.isSameWindow ? before : 0);
        [model.endsAtMs, model.low] = [nowMs + remainsMs, lease.lowBelow];
        expect(main.hold({ ...lease, endsAtMs: model.endsAtMs })).toEqual([before, model.count]);
        expect(threads.map(({ left }) => left)).toEqual(Array(3).fill(lease.left));
      } else {
        const one = threads[step.thread] as HeldUses;
        const taken = one.take(nowMs);
        if (isOpen && model.count > 0) {
          model.count--;
          expect(taken).toEqual({ held: model.count, endsAtMs: model.endsAtMs });
          expect(one.tellsLow(model.count)).toBe(model.count < model.low);
          if (model.count < model.low) model.low = 0;
        } else expect(taken).toBeUndefined();
      }
      expect(threads.map(({ count }) => count)).toEqual(Array(3).fill(model.count));
    }
  },
);

test("uses that only other threads have made of a lease count for the share while the windows are away", async () => {
  const { windows, all, send } = processes(1, { threads: 2, serving: 3 });
  const others = all.map((one) => ({ ...one, limiters: one.limiters.slice(1) }));
  expect(await send(5, caller(), others)).toBe(5);
  windows.isAway = true;
  expect(await send(200, caller(), others)).toBe(20 - 5);
});

test("a use that a thread has not made is put back for other processes, and no thread makes it any more", async () => {
  const { all, send } = processes(2, { threads: 2 });
  const [idle, busy] = all.map((one) => [{ ...one, limiters: one.limiters.slice(1) }]);
  expect(await send(1, caller(), idle)).toBe(1);
  const passed = await send(100, caller(), busy);
  expect(passed).toBeLessThan(59);
  await vi.advanceTimersByTimeAsync(limits.sharedWindowSweepMs);
  expect(await send(100, caller(), busy)).toBe(59 - passed);
  expect(await send(100, caller(), idle)).toBe(0);
});

const step = fc.record({
  process: fc.nat(1),
  thread: fc.nat(2),
  waitMs: fc.constantFrom(0, 0, 0, 1, 400, 1_000, 20_000),
  requestsPerMinute: fc.constantFrom(40, 40, 40, 40, 300),
  isLook: fc.constantFrom(false, false, false, true),
});

asyncLaw(
  "three threads of each process tell every call what one would, of calls that come one after the other",
  fc.array(step, { maxLength: 120 }),
  async (steps) => {
    const tell = async (threads: number) => {
      vi.setSystemTime(startMs);
      const { all } = processes(2, { threads });
      const told: unknown[] = [];
      for (const { process, thread, waitMs, requestsPerMinute, isLook } of steps) {
        const { limiter, limiters } = all[process] as (typeof all)[number];
        const principal = caller(requestsPerMinute);
        if (isLook) told.push(await limiter.useOf(principal));
        else {
          const admission = await limiters[thread % limiters.length]?.admit(principal);
          if (admission?.allowed) admission.release();
          told.push([admission?.allowed, admission?.limits]);
        }
        await vi.advanceTimersByTimeAsync(waitMs);
      }
      for (const { leases } of all) await leases.close();
      return told;
    };
    const expected = await tell(0);
    expect(await tell(2)).toEqual(expected);
  },
  0.5,
);

asyncLaw(
  "however calls come on three threads, a process lets no more pass than its share and what it held while the windows are away, and tells it all afterwards",
  fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(100), fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 10 })),
  async ([requestsPerMinute, before, calls]) => {
    vi.setSystemTime(startMs);
    const { windows, all, send } = processes(2, { threads: 2 });
    const principal = caller(requestsPerMinute, `key:${crypto.randomUUID()}`);
    const [first, second] = all as [(typeof all)[number], (typeof all)[number]];
    const leased = await send(before, principal, [first]);
    windows.isAway = true;
    let passed = leased;
    for (const count of calls) {
      passed += await send(count, principal, [first]);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const share = Math.ceil(requestsPerMinute / 2);
    const held = Math.ceil(requestsPerMinute / 8);
    expect(passed).toBeLessThanOrEqual(Math.max(share, leased) + held);
    windows.isAway = false;
    await vi.advanceTimersByTimeAsync(limits.sharedWindowAgainMs);
    // The process that was cut off tells with its next call; what it still holds is put back.
    passed += await send(1, principal, [first]);
    await vi.advanceTimersByTimeAsync(limits.sharedWindowAgainMs);
    for (let round = 0; round < 3; round++) {
      passed += await send(2 * requestsPerMinute, principal, [second, first]);
      await vi.advanceTimersByTimeAsync(limits.sharedWindowSweepMs);
    }
    // Beyond the plan are at most those that the first call after the outage brought before it told.
    expect(passed).toBeLessThanOrEqual(requestsPerMinute + 1);
    for (const { leases } of all) await leases.close();
  },
  0.5,
);
