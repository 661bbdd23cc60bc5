import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import type { Call } from "../../../server/rpc/call.ts";
import type { Observation } from "../../../server/rpc/pipeline.ts";
import { createLogTime } from "../../../server/rpc/telemetry/log-time.ts";
import { createObserver } from "../../../server/rpc/telemetry/observer.ts";
import { traceId } from "../../support/telemetry/contexts.ts";

const call = { requestId: "an-id.1", protocol: "grpc", method: GeocodeService.method.encode } as unknown as Call;
const plan = { name: "p", requestsPerMinute: 1, concurrentRequests: 1 };
const caller = (id: string) => ({ id, plan, permissions: [] });
const base: Observation = { call, principal: caller("key:abc"), durationMs: 1.23456, reason: "OK" };

/** Returns the lines that the observer writes for a call. */
function linesOf(observation: Observation, level = "info"): string[] {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = pino({ level, base: null, timestamp: createLogTime() }, destination);
  createObserver(log, destination)(observation);
  return lines;
}

test.each<[string, Observation]>([
  ["that succeeded", base],
  ["that was refused", { ...base, reason: "PARAMETER_INVALID" }],
  ["of an unknown caller", { ...base, principal: undefined, reason: "AUTHENTICATION_REQUIRED" }],
  ["that belongs to a trace", { ...base, scope: { traceId } }],
  [
    "of a subject with quotes, line ends and other alphabets",
    { ...base, principal: caller('a "b"\n\\ \u2028 ключ \ud800') },
  ],
])("the line of a call %s is the one that the log would write", (_, observation) => {
  vi.useFakeTimers({ now: 1_763_600_000_123 });
  const expected: string[] = [];
  const log = pino({ base: null, timestamp: createLogTime() }, { write: (line: string) => void expected.push(line) });
  log.info(
    {
      trace_id: observation.scope?.traceId,
      requestId: "an-id.1",
      protocol: "grpc",
      method: "geocode.v1.GeocodeService/Encode",
      principal: observation.principal?.id,
      reason: observation.reason,
      durationMs: 1.235,
    },
    "call",
  );
  expect(linesOf(observation)).toEqual(expected);
  vi.useRealTimers();
});

test("the cause of a bug is in the log, with the trace", () => {
  const scope = { traceId, isOver: false };
  const [line] = linesOf({ ...base, scope, reason: "TRANSFORMATION_ERROR", cause: new Error("a bug") });
  const expected = { level: 50, trace_id: traceId, requestId: "an-id.1", err: { message: "a bug" } };
  expect(JSON.parse(line as string)).toMatchObject(expected);
});

test("the cause of an outage is in the log once a minute, however many calls meet it", () => {
  vi.useFakeTimers({ now: 1_763_600_000_000 });
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const observe = createObserver(pino({ base: null, timestamp: createLogTime() }, destination), destination);
  const fail = (message: string) => observe({ ...base, reason: "UNAVAILABLE", cause: new Error(message) });
  for (let second = 0; second < 61; second++) {
    for (let call = 0; call < 30; call++) fail("the disk is full");
    vi.advanceTimersByTime(1_000);
  }
  fail("the mail server is away");
  const causes = lines.map((line) => JSON.parse(line)).filter(({ err }) => err !== undefined);
  expect(causes.map(({ level, err }) => [level, err.message])).toEqual([
    [50, "the disk is full"],
    [50, "the disk is full"],
    [50, "the mail server is away"],
  ]);
  expect(lines.filter((line) => line.includes('"stack"'))).toHaveLength(3);
  vi.useRealTimers();
});

test("at level error, only calls that hit a bug are logged", () => {
  expect(linesOf(base, "error")).toEqual([]);
  expect(linesOf({ ...base, cause: new Error("a bug") }, "error")).toHaveLength(1);
});

test("of many refusals in a second a hundred have a line, and the rest are counted; other calls all have theirs", () => {
  vi.useFakeTimers({ now: 1_763_600_000_000 });
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const observe = createObserver(pino({ base: null, timestamp: createLogTime() }, destination), destination);
  for (let i = 0; i < 1_000; i++) observe({ ...base, principal: undefined, reason: "INVALID_API_KEY" });
  for (let i = 0; i < 200; i++) observe({ ...base, reason: "PARAMETER_INVALID" });
  expect(lines).toHaveLength(300);
  vi.setSystemTime(1_763_600_001_000);
  observe({ ...base, reason: "RATE_LIMIT_EXCEEDED" });
  expect(lines.slice(300).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ omitted: 900, msg: "calls that were not logged separately" }),
    expect.objectContaining({ reason: "RATE_LIMIT_EXCEEDED" }),
  ]);
  vi.useRealTimers();
});
