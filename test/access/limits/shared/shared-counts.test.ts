import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPlanLimiter, type PlanLimiter } from "../../../../server/access/limits/plan-limiter.ts";
import { openSharedCounts, sharedCounts } from "../../../../server/access/limits/shared-counts.ts";
import type { Admission } from "../../../../server/rpc/pipeline.ts";
import { asyncLaw } from "../../../support/laws/async-law.ts";

const startMs = 1_763_600_000_000;

beforeEach(() => vi.useFakeTimers({ now: startMs }));
afterEach(() => vi.useRealTimers());

function caller(requestsPerMinute: number, concurrentRequests = 1_000, id = "key:a") {
  return { id, plan: { name: "trial", requestsPerMinute, concurrentRequests }, permissions: [] };
}

/** Limiters as a main thread and others have them. */
function limitersOf(threads: number) {
  const counts = openSharedCounts(threads);
  const others = Array.from({ length: threads }, (_, n) =>
    createPlanLimiter({ openCounts: async (id) => sharedCounts(counts.memoryOf(id), n + 1, Date.now) }),
  );
  return { counts, limiters: [createPlanLimiter({ openCounts: counts.open }), ...others] };
}

function isAllowed(admission: Admission): admission is Admission & { allowed: true } {
  return admission.allowed;
}

type Step =
  | { readonly act: "call"; readonly thread: number; readonly id: string; readonly takesPlace: boolean }
  | { readonly act: "look"; readonly id: string }
  | { readonly act: "release" | "leave" | "return"; readonly call: number }
  | { readonly act: "wait"; readonly ms: number }
  | { readonly act: "set clock"; readonly ms: number };

const id = fc.constantFrom("key:a", "key:b");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ act: fc.constant("look" as const), id }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("call" as const),
      thread: fc.nat(2),
      id,
      takesPlace: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom("release" as const, "leave" as const, "return" as const),
      call: fc.nat(9),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 29_999, 30_000, 60_000, 130_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("set clock" as const), ms: fc.constantFrom(-10_000_000, 61_000) }),
  },
);

/** Executes steps, with the limiter of each step's thread; returns what callers were told. Only the first one's calls wait. */
async function tell(steps: readonly Step[], limiters: readonly PlanLimiter[]): Promise<unknown[]> {
  const calls: {
    readonly admission: Admission & { allowed: true };
    readonly canWait: boolean;
    resume?: (() => void) | undefined;
  }[] = [];
  const told: unknown[] = [];
  const [main] = limiters as [PlanLimiter];
  for (const one of steps) {
    if (one.act === "wait") await vi.advanceTimersByTimeAsync(one.ms);
    else if (one.act === "look") told.push(await main.useOf(caller(5, 2, one.id)));
    else if (one.act === "set clock") vi.setSystemTime(Date.now() + one.ms);
    else if (one.act === "call") {
      const limiter = limiters[one.thread % limiters.length] as PlanLimiter;
      const admission = await limiter.admit(caller(5, 2, one.id), one.takesPlace);
      if (isAllowed(admission)) calls.push({ admission, canWait: one.thread === 0 });
      const { allowed, limits } = admission;
      told.push({ allowed, limits, exceeded: admission.allowed ? undefined : admission.exceeded });
    } else {
      const call = calls[one.call];
      if (one.act === "release" && call?.resume === undefined) call?.admission.release();
      if (one.act === "leave" && call?.canWait && call.resume === undefined) {
        try {
          call.resume = call.admission.leave();
        } catch (error) {
          told.push(String(error));
        }
      }
      if (one.act === "return") call?.resume?.();
      if (one.act === "return" && call !== undefined) call.resume = undefined;
    }
  }
  return told;
}

describe("limiters of three threads", () => {
  asyncLaw("decide as one that counts by itself", fc.array(step, { maxLength: 60 }), async (steps) => {
    vi.setSystemTime(startMs);
    const expected = await tell(steps, [createPlanLimiter()]);
    vi.setSystemTime(startMs);
    const { counts, limiters } = limitersOf(2);
    expect(await tell(steps, limiters)).toEqual(expected);
    counts.close();
  });

  test("tell each call what is left as if there were one", async () => {
    const { limiters } = limitersOf(2);
    for (let call = 0; call < 60; call++) {
      const admission = await limiters[call % 3]?.admit(caller(60));
      expect(admission?.limits.remaining).toBe(59 - call);
    }
  });

  test("do not end a window that another thread began a moment later", async () => {
    let nowMs = startMs;
    const counts = openSharedCounts(1, () => nowMs);
    const word = new BigUint64Array(counts.memoryOf("key:a"), 0, 1);
    const { window } = counts.open("key:a");
    const other = sharedCounts(counts.memoryOf("key:a"), 1, () => nowMs).window;
    const readMs = nowMs;
    nowMs += 5;
    expect(other.use(1, nowMs)).toBe(true);
    const begun = word[0];
    // This thread had read the clock before.
    expect(window.use(1, readMs)).toBe(false);
    expect(window.endsAtMs).toBe(startMs + 5 + 60_000);
    expect((word[0] ?? 0n) - (begun ?? 0n)).toBe(1n);
  });

  test("keep the bound of a plan beyond what a window counts", async () => {
    const { counts, limiters } = limitersOf(1);
    await limiters[0]?.admit(caller(1e12));
    const word = new BigUint64Array(counts.memoryOf("key:a"), 0, 1);
    word[0] = (word[0] ?? 0n) | 0xff_ff_ffn;
    expect(await limiters[1]?.admit(caller(1e12))).toMatchObject({ allowed: true });
    expect(await limiters[1]?.admit(caller(60))).toMatchObject({ allowed: false });
  });
});

describe("shared counts", () => {
  test("are forgotten after a minute without calls, and threads that have them ask for new ones", async () => {
    const { counts, limiters } = limitersOf(1);
    const [, other] = limiters;
    const first = await other?.admit(caller(60));
    if (first?.allowed) first.release();
    const memory = counts.memoryOf("key:a");
    await vi.advanceTimersByTimeAsync(180_000);
    expect(counts.size).toBe(0);
    expect(await other?.admit(caller(60))).toMatchObject({ limits: { remaining: 59 } });
    expect(counts.size).toBe(1);
    expect(counts.memoryOf("key:a")).not.toBe(memory);
  });

  test("are kept while a call is in progress on any thread, or waits", async () => {
    const { counts, limiters } = limitersOf(1);
    const [main, other] = limiters;
    const running = await other?.admit(caller(60, 2, "key:a"));
    const waiting = await main?.admit(caller(60, 2, "key:b"));
    const resume = waiting?.allowed ? waiting.leave() : undefined;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(counts.size).toBe(2);
    if (running?.allowed) running.release();
    resume?.();
    if (waiting?.allowed) waiting.release();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(counts.size).toBe(0);
  });

  test("get back the places of a thread that is lost, and only those", async () => {
    const { counts, limiters } = limitersOf(2);
    for (const limiter of [...limiters, ...limiters])
      expect(await limiter.admit(caller(60, 6))).toMatchObject({ allowed: true });
    expect(await limiters[0]?.admit(caller(60, 6))).toMatchObject({ allowed: false, exceeded: "6 calls at once" });
    counts.lose(2);
    expect(counts.open("key:a").places.taken).toBe(4);
    counts.lose(2);
    expect(counts.open("key:a").places.taken).toBe(4);
  });
});
