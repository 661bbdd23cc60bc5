import { expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { MetricRegistry } from "../../../server/core/metrics/registry.ts";
import type { Observation } from "../../../server/rpc/pipeline.ts";
import { createCallMetrics } from "../../../server/rpc/telemetry/call-metrics.ts";

const plan = { name: "developer", requestsPerMinute: 1, concurrentRequests: 1 };
const principal = { id: "key:a", plan, permissions: [] };

function opened() {
  const registry = new MetricRegistry({ readMs: 600_000, report: () => {} });
  const { observe, count } = createCallMetrics(registry);
  const samples = async (name: string) =>
    (await registry.collect())
      .find((family) => family.name === name)
      ?.samples.map((sample) => ({
        ...sample.labels,
        count: typeof sample.value === "number" ? sample.value : sample.value.count,
      }));
  const { encode } = GeocodeService.method;
  const call = (changes: Partial<Observation>, method: Observation["call"]["method"] = encode, protocol = "grpc") =>
    observe({ call: { requestId: "", protocol, method }, principal, durationMs: 1, reason: "OK", ...changes });
  return { call, count, samples };
}

test("calls are counted by method, protocol and status, and those beyond a limit by plan", async () => {
  const { call, count, samples } = opened();
  call({});
  call({});
  call({}, GeocodeService.method.encode, "rest");
  call({ reason: "RATE_LIMIT_EXCEEDED" });
  const method = { "rpc.method": "geocode.v1.GeocodeService/Encode" };
  expect(await samples("rpc.server.call.duration")).toEqual([
    { ...method, "rpc.system.name": "grpc", "rpc.response.status_code": "OK", count: 2 },
    { ...method, "rpc.system.name": "grpc", "rpc.response.status_code": "RATE_LIMIT_EXCEEDED", count: 1 },
    { ...method, "rpc.system.name": "rest", "rpc.response.status_code": "OK", count: 1 },
  ]);
  expect(await samples("platonic.limits.exceeded")).toEqual([{ plan: "developer", count: 1 }]);
  expect(count()).toBe(4);
});

test("streams are measured apart, since they last for days", async () => {
  const { call, samples } = opened();
  call({}, EventService.method.watchAll);
  expect(await samples("rpc.server.call.duration")).toEqual([]);
  expect(await samples("platonic.stream.duration")).toMatchObject([{ count: 1 }]);
});

test("callers who are unknown make no series, whatever methods they name", async () => {
  const { call, samples } = opened();
  for (const method of GeocodeService.methods)
    call({ principal: undefined, reason: "AUTHENTICATION_REQUIRED" }, method);
  expect(await samples("rpc.server.call.duration")).toMatchObject([
    { "rpc.method": "_OTHER", count: GeocodeService.methods.length },
  ]);
});

test("the series beyond a thousand count as one", async () => {
  const { call, samples } = opened();
  // Protocols are words of the transports: this many are none of theirs.
  for (let number = 0; number < 1_100; number++) call({}, GeocodeService.method.encode, `protocol ${number}`);
  const all = (await samples("rpc.server.call.duration")) ?? [];
  expect(all).toHaveLength(1_001);
  expect(all.at(-1)).toEqual({ "otel.metric.overflow": "true", count: 100 });
});
