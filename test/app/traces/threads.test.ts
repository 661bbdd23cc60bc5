import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../support/server.ts";
import { withoutStandardVariables } from "../../support/telemetry/otlp-receivers.ts";
import {
  type CollectedSpan,
  type Collector,
  exportingTo,
  openCollector,
} from "../../support/telemetry/trace-collector.ts";
import { until } from "../../support/until.ts";
import { Caller } from "../serving/caller.ts";
import { tokenIssuer } from "../serving/idle-main-thread.ts";

withoutStandardVariables();

const PLANS = JSON.stringify({
  busy: { requestsPerMinute: 1_000_000, concurrentRequests: 1_000, permissions: ["geocode:*"] },
});
const issuer = await tokenIssuer();

/** A service that records traces, and the token of a caller that all its threads know for a minute. */
interface Side {
  readonly server: TestServer;
  readonly collector: Collector;
  readonly token: string;
}

let sides: readonly Side[];

beforeAll(async () => {
  const token = await issuer.newToken();
  const start = async (threads: number): Promise<Side> => {
    const collector = await openCollector();
    const settings = { ...exportingTo(collector.url), PLANS, ...issuer.settings };
    const server = await startServer({ ...settings, BACKUPS: "off", THREADS: String(threads) });
    const caller = new Caller(server.url, token);
    await caller.callTimes(72);
    caller.close();
    return { server, collector, token };
  };
  // One after the other: exporters read their settings from the environment of the process.
  sides = [await start(1), await start(2)];
});
afterAll(async () => {
  for (const { server, collector } of sides) {
    await server.close();
    await collector.close();
  }
  issuer.remove();
});

const values = Array.from({ length: 10_000 }, (_, n) => Math.sin(n));
const parent = "00f067aa0ba902b7";
let traces = 0;

/** A call of a known caller. */
interface TracedCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly operation?: string;
}

/** Makes a call in a new trace; returns its spans and its line in the log. */
async function traceOf({ server, collector, token }: Side, { headers, body, operation }: TracedCall, flags: string) {
  const traceId = (++traces).toString(16).padStart(32, "0");
  const traceparent = `00-${traceId}-${parent}-${flags}`;
  const caller = new Caller(server.url, token, { ...headers, traceparent }, 1);
  await caller.call(body, operation);
  caller.close();
  const lines = () => server.log.filter((line) => line.includes(traceId) && line.includes('"msg":"call"'));
  await until(() => lines().length === 1);
  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  if (flags === "01") await until(() => ofTrace().some(({ parentSpanId }) => parentSpanId === parent));
  return { line: JSON.parse(lines()[0] as string), spans: ofTrace() };
}

/** Returns what spans say, but for their ids and times; their parents by name. */
function told(spans: readonly CollectedSpan[]) {
  return spans.map(({ spanId: _, startTimeUnixNano: __, endTimeUnixNano: ___, traceId: ____, ...span }) => ({
    ...span,
    parentSpanId: spans.find(({ spanId }) => spanId === span.parentSpanId)?.name ?? span.parentSpanId,
    attributes: { ...span.attributes, "platonic.request.id": "an id" },
  }));
}

test.each<[string, TracedCall, string[]]>([
  ["a call", {}, ["geocode.v1.GeocodeService/Transform"]],
  ["a call with a tracestate", { headers: { tracestate: "rojo=1" } }, ["geocode.v1.GeocodeService/Transform"]],
  ["a refused call", { body: { data: [] } }, ["geocode.v1.GeocodeService/Transform"]],
  [
    "a large call",
    { body: { data: values, target_geometry: "cube" }, operation: "encode" },
    ["worker thread", "geocode.v1.GeocodeService/Encode"],
  ],
])("two threads record the spans of %s as one does", async (_, call, names) => {
  const [one, two] = await Promise.all(sides.map((side) => traceOf(side, call, "01")));
  expect(one?.spans.map(({ name }) => name)).toEqual(names);
  expect(told(two?.spans ?? [])).toEqual(told(one?.spans ?? []));
  expect(two?.line.span_id).toBe(two?.spans.at(-1)?.spanId);
});

test("two threads record spans within the time of the call", async () => {
  for (const side of sides) {
    const beganMs = Date.now();
    const { spans } = await traceOf(
      side,
      { body: { data: values, target_geometry: "cube" }, operation: "encode" },
      "01",
    );
    const [inner, outer] = spans.map((span) => [span.startTimeUnixNano, span.endTimeUnixNano].map(BigInt));
    const moments = [BigInt(beganMs) * 1_000_000n, outer?.[0], inner?.[0], inner?.[1], outer?.[1]] as bigint[];
    expect(moments).toEqual([...moments].sort((first, second) => Number(first - second)));
    // Clocks of threads begin at different moments, and tell one time.
    expect(Number((moments.at(-1) as bigint) / 1_000_000n)).toBeLessThanOrEqual(Date.now() + 1);
  }
});

test("two threads record nothing of a call that its caller has not sampled, and name its trace in the log", async () => {
  const [one, two] = await Promise.all(sides.map((side) => traceOf(side, {}, "00")));
  expect([one?.spans, two?.spans]).toEqual([[], []]);
  expect(Object.keys(two?.line)).toEqual(Object.keys(one?.line));
  expect(two?.line).not.toHaveProperty("span_id");
});
