import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scraped } from "../../support/metrics/scraped.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { exportingTo } from "../../support/telemetry/trace-collector.ts";
import { Caller } from "./caller.ts";
import { allAnswered, statusesWhileIdle, tokenIssuer } from "./idle-main-thread.ts";

const plans = (requestsPerMinute: number) => {
  const permissions = ["geocode:*"];
  return JSON.stringify({
    trial: { requestsPerMinute, concurrentRequests: 1_000, permissions },
    busy: { requestsPerMinute: 1_000_000, concurrentRequests: 1_000, permissions },
    single: { requestsPerMinute: 1_000_000, concurrentRequests: 1, permissions },
  });
};
const issuer = await tokenIssuer();
const settings = { PLANS: plans(60), ...issuer.settings, THREADS: "2" };
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ ...settings, METRICS_PORT: "0" });
});
afterAll(async () => {
  await server.close();
  issuer.remove();
});

async function newCaller(plan: string) {
  const { id, secret } = await server.createKey(plan);
  return { id, caller: new Caller(server.url, secret) };
}

describe("two threads", () => {
  test.each([
    ["calls of callers that they know", {}, {}],
    ["those that belong to a trace", { traceparent }, {}],
    ["those that are recorded", { traceparent }, exportingTo("http://127.0.0.1:1")],
  ])("answer %s while the main thread does nothing", async (_, headers, exporting) => {
    const given = { ...settings, ...exporting };
    expect(await statusesWhileIdle(given, await issuer.newToken(), headers)).toEqual(allAnswered);
  });

  test("let 60 of 300 calls at once pass under a plan of 60 a minute, each told another rest", async () => {
    for (const isKnown of [false, true]) {
      const { caller } = await newCaller("trial");
      const before = isKnown ? 10 : 0;
      await caller.callTimes(before);
      const told = await caller.callAtOnce(300);
      const passed = told.filter(({ status }) => status === 200).map(({ remaining }) => remaining);
      expect(passed.sort((one, other) => other - one)).toEqual(
        Array.from({ length: 60 - before }, (_, n) => 59 - before - n),
      );
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 429]));
      caller.close();
    }
  });

  test("refuse a key everywhere once its revocation is answered, though calls are under way", async () => {
    for (let round = 0; round < 10; round++) {
      const { id, caller } = await newCaller("busy");
      await caller.callTimes(48);
      const underWay = caller.callAtOnce(48);
      const headers = { authorization: `Bearer ${operatorKey}` };
      const revoked = await fetch(`${server.url}/v1/admin/keys/${id}`, { method: "DELETE", headers });
      expect(revoked.status).toBe(200);
      const after = await caller.callAtOnce(48);
      expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
      await underWay;
      caller.close();
    }
  });

  test("know a plan's new terms once it is reloaded", async () => {
    const { caller } = await newCaller("trial");
    await caller.callTimes(10);
    await server.reload({ PLANS: plans(77) });
    const told = await caller.callTimes(24);
    expect(new Set(told.map(({ limit }) => limit))).toEqual(new Set([77]));
    expect(told.map(({ remaining }) => remaining)).toEqual(Array.from({ length: 24 }, (_, n) => 77 - 10 - 1 - n));
    await server.reload({ PLANS: plans(60) });
    caller.close();
  });

  test("have every call in the metrics at the next scrape, and its line in the log", async () => {
    const { id, caller } = await newCaller("busy");
    const series = [
      'rpc_server_call_duration_seconds_count{rpc_system_name="rest",rpc_method="geocode.v1.GeocodeService/Transform",rpc_response_status_code="OK"}',
    ];
    const countOf = async () => (await scraped(server)).get(series[0] as string) ?? 0;
    const before = await countOf();
    await caller.callTimes(100);
    expect((await countOf()) - before).toBe(100);
    expect(server.log.filter((line) => line.includes(`"principal":"key:${id}"`))).toHaveLength(100);
    caller.close();
  });

  test("have their last calls in the log, too, when the service is closed", async () => {
    const closing = await startServer({ PLANS: plans(60), THREADS: "2" });
    const { id, secret } = await closing.createKey("busy");
    const caller = new Caller(closing.url, secret);
    await caller.callTimes(72);
    const last = Promise.allSettled(Array.from({ length: 24 }, () => caller.call()));
    await closing.close();
    const answered = (await last).filter(({ status }) => status === "fulfilled");
    caller.close();
    expect(closing.log.filter((line) => line.includes(`"principal":"key:${id}"`))).toHaveLength(72 + answered.length);
  });

  test("tell of refused requests as one thread does: a body that is wrong, and another that is too large", async () => {
    const { caller } = await newCaller("busy");
    const refused = [
      [400, { data: [] }],
      [413, { data: new Array(2_100_000).fill(1) }],
    ] as const;
    for (const [expected, body] of refused) {
      const first = await caller.call(body);
      await caller.callTimes(48);
      for (let call = 0; call < 24; call++) {
        const { status, body: told } = await caller.call(body);
        expect([status, withoutIds(told)]).toEqual([expected, withoutIds(first.body)]);
      }
    }
    caller.close();
  });

  test("have large requests answered as the main thread would", async () => {
    const { caller } = await newCaller("busy");
    const body = { data: Array.from({ length: 10_000 }, (_, n) => Math.sin(n)), target_geometry: "cube" };
    const encode = () => caller.call(body, "encode");
    const first = await encode();
    expect(first.status).toBe(200);
    await caller.callTimes(48);
    for (let call = 0; call < 24; call++) expect(resultOf((await encode()).body)).toEqual(resultOf(first.body));
    caller.close();
  });
});

/** Returns what a refusal says, but for the request's id and the time. */
function withoutIds(text: string): unknown {
  return JSON.parse(text, (name, value) => (/id$|time|at$/i.test(name) ? undefined : value));
}

function resultOf(text: string): unknown {
  return JSON.parse(text).result;
}
