import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlanLimiter } from "../../../server/access/limits/plan-limiter.ts";
import type { Admission } from "../../../server/rpc/pipeline.ts";
import type { Principal } from "../../../server/rpc/principal.ts";

const startMs = 1_763_600_000_000;

beforeEach(() => vi.useFakeTimers({ now: startMs }));
afterEach(() => vi.useRealTimers());

function principal(members: { id?: string; requestsPerMinute?: number; concurrentRequests?: number } = {}): Principal {
  const { id = "key:a", requestsPerMinute = 100, concurrentRequests = 20 } = members;
  return { id, plan: { name: "developer", requestsPerMinute, concurrentRequests }, permissions: [] };
}

function release(admission: Admission | undefined): void {
  if (admission?.allowed) admission.release();
}

describe("200 concurrent calls under a plan of 20 concurrent calls and 100 a minute", () => {
  it("have 20 admitted, and 180 refused that do not count for the minute", async () => {
    const limiter = createPlanLimiter();
    const admissions = await Promise.all(Array.from({ length: 200 }, () => limiter.admit(principal())));
    const passed = admissions.filter((admission) => admission.allowed);
    expect(passed).toHaveLength(20);
    expect(passed.map((admission) => admission.limits.remaining)).toEqual(Array.from({ length: 20 }, (_, n) => 99 - n));
    passed.forEach(release);
    expect((await limiter.admit(principal())).limits.remaining).toBe(79);
  });

  it("have exactly 100 admitted within the minute, and never more than 20 in flight", async () => {
    const limiter = createPlanLimiter();
    let [passed, inFlight, inFlightMax] = [0, 0, 0];
    const call = async () => {
      const admission = await limiter.admit(principal());
      if (!admission.allowed) return;
      passed += 1;
      inFlight += 1;
      inFlightMax = Math.max(inFlightMax, inFlight);
      await vi.advanceTimersByTimeAsync(1);
      inFlight -= 1;
      admission.release();
    };
    for (let wave = 0; wave < 30; wave += 1) await Promise.all(Array.from({ length: 200 }, call));
    expect([passed, inFlightMax]).toEqual([100, 20]);
  });
});

describe("calls in a minute", () => {
  async function admitOnce(limiter = createPlanLimiter(), caller = principal()) {
    const admission = await limiter.admit(caller);
    release(admission);
    return admission;
  }

  it("count down to 0, and the next is refused until a minute after the first", async () => {
    const limiter = createPlanLimiter();
    const caller = principal({ requestsPerMinute: 3 });
    const resetAtSeconds = startMs / 1000 + 60;
    for (const remaining of [2, 1, 0]) {
      const limits = { limit: 3, remaining, resetAtSeconds };
      expect(await admitOnce(limiter, caller)).toMatchObject({ allowed: true, limits });
    }
    await vi.advanceTimersByTimeAsync(20_500);
    const limits = { limit: 3, remaining: 0, resetAtSeconds };
    expect(await admitOnce(limiter, caller)).toEqual({
      allowed: false,
      limits,
      retryAfterSeconds: 40,
      exceeded: "3 calls a minute",
    });
    await vi.advanceTimersByTimeAsync(39_499);
    expect(await admitOnce(limiter, caller)).toEqual({
      allowed: false,
      limits,
      retryAfterSeconds: 1,
      exceeded: "3 calls a minute",
    });
    await vi.advanceTimersByTimeAsync(1);
    const next = { limit: 3, remaining: 2, resetAtSeconds: startMs / 1000 + 120 };
    expect(await admitOnce(limiter, caller)).toMatchObject({ allowed: true, limits: next });
  });

  it("report the end of the minute in whole seconds, rounded up", async () => {
    vi.setSystemTime(startMs + 1);
    expect((await admitOnce()).limits.resetAtSeconds).toBe(startMs / 1000 + 61);
  });

  it("are counted per principal", async () => {
    const limiter = createPlanLimiter();
    expect((await admitOnce(limiter, principal({ id: "key:a", requestsPerMinute: 1 }))).allowed).toBe(true);
    expect((await admitOnce(limiter, principal({ id: "key:b", requestsPerMinute: 1 }))).allowed).toBe(true);
    expect((await admitOnce(limiter, principal({ id: "key:a", requestsPerMinute: 1 }))).allowed).toBe(false);
  });

  it("keep their count when the plan changes", async () => {
    const limiter = createPlanLimiter();
    await admitOnce(limiter, principal({ requestsPerMinute: 5 }));
    expect((await admitOnce(limiter, principal({ requestsPerMinute: 10 }))).limits).toMatchObject({
      limit: 10,
      remaining: 8,
    });
    expect((await admitOnce(limiter, principal({ requestsPerMinute: 2 }))).allowed).toBe(false);
  });

  it("that are refused do not stay in flight", async () => {
    const limiter = createPlanLimiter();
    const caller = principal({ requestsPerMinute: 1, concurrentRequests: 1 });
    await admitOnce(limiter, caller);
    for (let call = 0; call < 5; call += 1) expect((await admitOnce(limiter, caller)).limits.remaining).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await admitOnce(limiter, caller)).allowed).toBe(true);
  });

  it("are removed from memory after their minute, when others arrive", async () => {
    const limiter = createPlanLimiter();
    for (let id = 0; id < 1_000; id += 1) await admitOnce(limiter, principal({ id: `key:${id}` }));
    expect(limiter.size).toBe(1_000);
    await vi.advanceTimersByTimeAsync(60_000);
    for (let id = 0; id < 1_000; id += 1) await admitOnce(limiter, principal({ id: `other:${id}` }));
    expect(limiter.size).toBe(1_000);
  });

  it("in flight are not removed from memory", async () => {
    const limiter = createPlanLimiter();
    const caller = principal({ concurrentRequests: 1 });
    limiter.admit(caller);
    await vi.advanceTimersByTimeAsync(60_000);
    for (let id = 0; id < 10; id += 1) await admitOnce(limiter, principal({ id: `other:${id}` }));
    expect(await limiter.admit(caller)).toMatchObject({ allowed: false });
  });

  it("begin a new minute when the clock is set back", async () => {
    const limiter = createPlanLimiter();
    const caller = principal({ requestsPerMinute: 1 });
    await admitOnce(limiter, caller);
    vi.setSystemTime(startMs - 1);
    expect((await admitOnce(limiter, caller)).limits.resetAtSeconds).toBe(startMs / 1000 + 60);
  });
});

describe("concurrent calls", () => {
  it("free one slot each when they end, even if they are released repeatedly", async () => {
    const limiter = createPlanLimiter();
    const caller = principal({ concurrentRequests: 2 });
    const [first, second] = [await limiter.admit(caller), await limiter.admit(caller)];
    expect((await limiter.admit(caller)).allowed).toBe(false);
    release(first);
    release(first);
    release(first);
    const third = await limiter.admit(caller);
    expect(third.allowed).toBe(true);
    expect((await limiter.admit(caller)).allowed).toBe(false);
    release(second);
    release(third);
    expect((await limiter.admit(caller)).allowed).toBe(true);
  });

  it("beyond the plan are refused for a second, and do not count for the minute", async () => {
    const limiter = createPlanLimiter();
    const caller = principal({ concurrentRequests: 1 });
    await limiter.admit(caller);
    await vi.advanceTimersByTimeAsync(10_000);
    const limits = { limit: 100, remaining: 99, resetAtSeconds: startMs / 1000 + 60 };
    const exceeded = "1 call at once";
    expect(await limiter.admit(caller)).toEqual({ allowed: false, limits, retryAfterSeconds: 1, exceeded });
    await vi.advanceTimersByTimeAsync(50_000);
    const untouched = { limit: 100, remaining: 100, resetAtSeconds: startMs / 1000 + 120 };
    expect(await limiter.admit(caller)).toEqual({ allowed: false, limits: untouched, retryAfterSeconds: 1, exceeded });
  });
});
