import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { legalRequests } from "../../../support/geocode-operations.ts";
import { Callers, type Outcome, protocols } from "../../../support/protocols.ts";
import { rpcProtocols, type TestServer } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { until } from "../../../support/until.ts";
import { type HeldAnswer, type HeldRequest, holdRequest } from "./held-request.ts";

const server = sharedServer({ LOG_LEVEL: "silent" });
const plans = [
  ["developer", 100, 20],
  ["professional", 500, 50],
  ["enterprise", 2000, 200],
] as const;
const invalid = { ...legalRequests.transform, data: [] };

/** Makes `count` calls, at most `atOnce` concurrently; returns all outcomes. */
async function callMany(count: number, atOnce: number, call: (index: number) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) outcomes.push(await call(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

function header(outcome: Outcome, name: string): number {
  const text = outcome.headers.get(name);
  expect(text).toMatch(/^\d+$/);
  return Number(text);
}

describe.each(plans)("the plan %s", (plan, perMinute, atOnce) => {
  test(`allows ${perMinute} calls a minute and refuses the rest`, async () => {
    const { secret } = await server().createKey(plan);
    const callers = new Callers(server(), secret);
    const extra = 25;
    const call = () => callers.call("rest", "transform", legalRequests.transform);
    const outcomes = await callMany(perMinute + extra, Math.floor(atOnce / 2), call);

    const passed = outcomes.filter(({ status }) => status === 200);
    const refused = outcomes.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([perMinute, extra]);
    const remainingCalls = passed.map((outcome) => header(outcome, "x-ratelimit-remaining"));
    expect(remainingCalls.sort((a, b) => a - b)).toEqual(Array.from({ length: perMinute }, (_, index) => index));
    for (const outcome of outcomes) expect(header(outcome, "x-ratelimit-limit")).toBe(perMinute);
    // All calls are in one window. The times are rounded to seconds, so they differ by at most one.
    const resets = outcomes.map((outcome) => header(outcome, "x-ratelimit-reset"));
    expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(1);
    for (const outcome of outcomes) {
      const untilReset = header(outcome, "x-ratelimit-reset") - Date.parse(String(outcome.headers.get("date"))) / 1000;
      expect(untilReset).toBeGreaterThan(0);
      expect(untilReset).toBeLessThanOrEqual(62);
    }
    for (const outcome of refused) {
      expect(outcome.error).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", details: {} });
      expect(header(outcome, "x-ratelimit-remaining")).toBe(0);
      expect(header(outcome, "retry-after")).toBeGreaterThanOrEqual(1);
      expect(header(outcome, "retry-after")).toBeLessThanOrEqual(60);
    }
    for (const outcome of passed) expect(outcome.headers.has("retry-after")).toBe(false);
  });

  test(`allows ${atOnce} concurrent calls, and refused ones do not count for the minute`, async () => {
    const { secret } = await server().createKey(plan);
    const { held, refused } = await fill(server(), secret, atOnce, 5);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMIT_EXCEEDED" } } });
      expect(answer.headers).toMatchObject({
        "x-ratelimit-limit": String(perMinute),
        "x-ratelimit-remaining": String(perMinute - atOnce),
      });
      expect(answer.headers["x-ratelimit-reset"]).toMatch(/^\d+$/);
      expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    }
    for (const request of held) request.finish();
    const answers = await Promise.all(held.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(new Array(atOnce).fill(200));

    const next = await new Callers(server(), secret).call("rest", "transform", legalRequests.transform);
    expect(next.status).toBe(200);
    expect(header(next, "x-ratelimit-remaining")).toBe(perMinute - atOnce - 1);
  });
});

/** Holds as many requests in flight as the plan allows, and returns when `more` others were refused. */
async function fill(
  target: TestServer,
  secret: string,
  atOnce: number,
  more: number,
): Promise<{ held: HeldRequest[]; refused: HeldAnswer[] }> {
  const requests = Array.from({ length: atOnce + more }, () => holdRequest(target, secret));
  const refused: HeldAnswer[] = [];
  const held = new Set(requests);
  await new Promise<void>((resolve, reject) => {
    for (const request of requests) {
      request.answer.then((answer) => {
        held.delete(request);
        refused.push(answer);
        if (refused.length === more) resolve();
      }, reject);
    }
  });
  expect(held.size).toBe(atOnce);
  return { held: [...held], refused };
}

describe("the limits of one key are shared by all protocols", () => {
  test("calls a minute", async () => {
    const { secret } = await server().createKey("developer");
    const callers = new Callers(server(), secret);
    const outcomes = await callMany(115, 10, (index) =>
      callers.call(protocols[index % 5] as (typeof protocols)[number], "transform", legalRequests.transform),
    );
    expect(outcomes.filter(({ result }) => result !== undefined)).toHaveLength(100);
    for (const outcome of outcomes.filter(({ error }) => error !== undefined)) {
      expect(outcome.error?.code).toBe("RATE_LIMIT_EXCEEDED");
      expect(outcome.status ?? outcome.rpcCode).toBe(outcome.status === undefined ? Code.ResourceExhausted : 429);
      expect(header(outcome, "x-ratelimit-limit")).toBe(100);
      expect(header(outcome, "retry-after")).toBeGreaterThanOrEqual(1);
    }
  });

  test("concurrent calls", async () => {
    const { secret } = await server().createKey("developer");
    const callers = new Callers(server(), secret);
    const { held } = await fill(server(), secret, 20, 1);
    for (const protocol of rpcProtocols) {
      const outcome = await callers.call(protocol, "transform", legalRequests.transform);
      expect(outcome).toMatchObject({ rpcCode: Code.ResourceExhausted, error: { code: "RATE_LIMIT_EXCEEDED" } });
      expect(header(outcome, "retry-after")).toBeGreaterThanOrEqual(1);
      expect(header(outcome, "x-ratelimit-remaining")).toBe(80);
    }
    for (const request of held) request.finish();
    await Promise.all(held.map(({ answer }) => answer));
    for (const protocol of protocols) {
      const { result } = await callers.call(protocol, "transform", legalRequests.transform);
      expect(result).toEqual(expect.any(Object));
    }
  });

  test("calls of all operations", async () => {
    const { secret } = await server().createKey("developer");
    const callers = new Callers(server(), secret);
    let remaining = 100;
    for (const operation of ["transform", "encode", "decode", "jitterbug", "phiResonance", "rSpace"] as const) {
      const outcome = await callers.call("rest", operation, legalRequests[operation]);
      expect(header(outcome, "x-ratelimit-remaining")).toBe(--remaining);
    }
  });
});

describe.each(protocols)("over %s", (protocol) => {
  test("every answer to valid credentials has the limit, the remaining calls and the end of the window", async () => {
    const { secret } = await server().createKey("professional", ["geocode:transform"]);
    const callers = new Callers(server(), secret);
    const outcomes = [
      await callers.call(protocol, "transform", legalRequests.transform),
      await callers.call(protocol, "transform", invalid),
      await callers.call(protocol, "encode", legalRequests.encode),
    ];
    expect(outcomes.map(({ error }) => error?.code)).toEqual([
      undefined,
      "VECTOR_DIMENSION_MISMATCH",
      "INVALID_API_KEY",
    ]);
    expect(outcomes.map((outcome) => header(outcome, "x-ratelimit-limit"))).toEqual([500, 500, 500]);
    expect(outcomes.map((outcome) => header(outcome, "x-ratelimit-remaining"))).toEqual([499, 498, 497]);
    for (const outcome of outcomes) expect(header(outcome, "x-ratelimit-reset")).toBeGreaterThan(1.7e9);
  });

  test("an answer to invalid credentials has no limit headers", async () => {
    for (const secret of ["", "unknown"]) {
      const { headers } = await new Callers(server(), secret).call(protocol, "transform", legalRequests.transform);
      for (const name of ["limit", "remaining", "reset"]) expect(headers.has(`x-ratelimit-${name}`)).toBe(false);
    }
  });
});

test("keys do not share their limits", async () => {
  const [first, second] = [await server().createKey("developer"), await server().createKey("developer")];
  const call = (secret: string) => new Callers(server(), secret).call("rest", "transform", legalRequests.transform);
  await callMany(101, 5, () => call(first.secret));
  expect((await call(first.secret)).status).toBe(429);
  expect(header(await call(second.secret), "x-ratelimit-remaining")).toBe(99);
});

describe("a caller that disconnects", () => {
  const logging = sharedServer();

  test("frees its concurrent calls", async () => {
    const { secret } = await logging().createKey("developer");
    const { held, refused } = await fill(logging(), secret, 20, 1);
    expect(refused).toHaveLength(1);
    const linesBefore = logging().log.length;
    for (const request of held) request.abandon();
    await until(() => logging().log.length >= linesBefore + 20);

    const again = await fill(logging(), secret, 20, 1);
    for (const request of again.held) request.finish();
    const answers = await Promise.all(again.held.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
  });
});
