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

describe("200 calls that arrive together under a plan of 20 at once and 100 a minute", () => {
  it("are 20 that pass and 180 that do not use up the minute", async () => {
    const limiter = createPlanLimiter();
    const admissions = await Promise.all(Array.from({ length: 200 }, () => limiter.admit(principal())));
    const passed = admissions.filter((admission) => admission.allowed);
    expect(passed).toHaveLength(20);
    expect(passed.map((admission) => admission.limits.remaining)).toEqual(Array.from({ length: 20 }, (_, n) => 99 - n));
    passed.forEach(release);
    expect((await limiter.admit(principal())).limits.remaining).toBe(79);
  });

  it("are exactly 100 that pass within the minute when each lets the next in", async () => {
    const limiter = createPlanLimiter();
    let [passed, under, mostUnder] = [0, 0, 0];
    const call = async () => {
      const admission = await limiter.admit(principal());
      if (!admission.allowed) return;
      passed += 1;
      under += 1;
      mostUnder = Math.max(mostUnder, under);
      await vi.advanceTimersByTimeAsync(1);
      under -= 1;
      admission.release();
    };
    for (let wave = 0; wave < 30; wave += 1) await Promise.all(Array.from({ length: 200 }, call));
    expect([passed, mostUnder]).toEqual([100, 20]);
  });
});

describe("calls in a minute", () => {
  async function one(limiter = createPlanLimiter(), who = principal()) {
    const admission = await limiter.admit(who);
    release(admission);
    return admission;
  }

  it("count down to none, and the next waits for the end of the minute that began with the first", async () => {
    const limiter = createPlanLimiter();
    const who = principal({ requestsPerMinute: 3 });
    const resetAtSeconds = startMs / 1000 + 60;
    for (const remaining of [2, 1, 0]) {
      const limits = { limit: 3, remaining, resetAtSeconds };
      expect(await one(limiter, who)).toMatchObject({ allowed: true, limits });
    }
    await vi.advanceTimersByTimeAsync(20_500);
    const limits = { limit: 3, remaining: 0, resetAtSeconds };
    expect(await one(limiter, who)).toEqual({ allowed: false, limits, retryAfterSeconds: 40 });
    await vi.advanceTimersByTimeAsync(39_499);
    expect(await one(limiter, who)).toEqual({ allowed: false, limits, retryAfterSeconds: 1 });
    await vi.advanceTimersByTimeAsync(1);
    const next = { limit: 3, remaining: 2, resetAtSeconds: startMs / 1000 + 120 };
    expect(await one(limiter, who)).toMatchObject({ allowed: true, limits: next });
  });

  it("name a whole second that is not before the end of the minute", async () => {
    vi.setSystemTime(startMs + 1);
    expect((await one()).limits.resetAtSeconds).toBe(startMs / 1000 + 61);
  });

  it("are counted for each principal by itself", async () => {
    const limiter = createPlanLimiter();
    expect((await one(limiter, principal({ id: "key:a", requestsPerMinute: 1 }))).allowed).toBe(true);
    expect((await one(limiter, principal({ id: "key:b", requestsPerMinute: 1 }))).allowed).toBe(true);
    expect((await one(limiter, principal({ id: "key:a", requestsPerMinute: 1 }))).allowed).toBe(false);
  });

  it("do not begin anew under another plan", async () => {
    const limiter = createPlanLimiter();
    await one(limiter, principal({ requestsPerMinute: 5 }));
    expect((await one(limiter, principal({ requestsPerMinute: 10 }))).limits).toMatchObject({
      limit: 10,
      remaining: 8,
    });
    expect((await one(limiter, principal({ requestsPerMinute: 2 }))).allowed).toBe(false);
  });

  it("that are refused leave a place at once for others", async () => {
    const limiter = createPlanLimiter();
    const who = principal({ requestsPerMinute: 1, concurrentRequests: 1 });
    await one(limiter, who);
    for (let call = 0; call < 5; call += 1) expect((await one(limiter, who)).limits.remaining).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await one(limiter, who)).allowed).toBe(true);
  });

  it("are forgotten when the minute has ended, as others come", async () => {
    const limiter = createPlanLimiter();
    for (let id = 0; id < 1_000; id += 1) await one(limiter, principal({ id: `key:${id}` }));
    expect(limiter.size).toBe(1_000);
    await vi.advanceTimersByTimeAsync(60_000);
    for (let id = 0; id < 1_000; id += 1) await one(limiter, principal({ id: `other:${id}` }));
    expect(limiter.size).toBe(1_000);
  });

  it("that are under way are not forgotten", async () => {
    const limiter = createPlanLimiter();
    const who = principal({ concurrentRequests: 1 });
    limiter.admit(who);
    await vi.advanceTimersByTimeAsync(60_000);
    for (let id = 0; id < 10; id += 1) await one(limiter, principal({ id: `other:${id}` }));
    expect(limiter.admit(who).allowed).toBe(false);
  });

  it("begin a new minute when the clock was set back", async () => {
    const limiter = createPlanLimiter();
    const who = principal({ requestsPerMinute: 1 });
    await one(limiter, who);
    vi.setSystemTime(startMs - 1);
    expect((await one(limiter, who)).limits.resetAtSeconds).toBe(startMs / 1000 + 60);
  });
});

describe("calls at once", () => {
  it("leave a place free when they end, once each", async () => {
    const limiter = createPlanLimiter();
    const who = principal({ concurrentRequests: 2 });
    const [first, second] = [await limiter.admit(who), await limiter.admit(who)];
    expect((await limiter.admit(who)).allowed).toBe(false);
    release(first);
    release(first);
    release(first);
    const third = await limiter.admit(who);
    expect(third.allowed).toBe(true);
    expect((await limiter.admit(who)).allowed).toBe(false);
    release(second);
    release(third);
    expect((await limiter.admit(who)).allowed).toBe(true);
  });

  it("are refused for a second with the minute as it stands", async () => {
    const limiter = createPlanLimiter();
    const who = principal({ concurrentRequests: 1 });
    await limiter.admit(who);
    await vi.advanceTimersByTimeAsync(10_000);
    const limits = { limit: 100, remaining: 99, resetAtSeconds: startMs / 1000 + 60 };
    expect(await limiter.admit(who)).toEqual({ allowed: false, limits, retryAfterSeconds: 1 });
    await vi.advanceTimersByTimeAsync(50_000);
    const untouched = { limit: 100, remaining: 100, resetAtSeconds: startMs / 1000 + 120 };
    expect(await limiter.admit(who)).toEqual({ allowed: false, limits: untouched, retryAfterSeconds: 1 });
  });
});
