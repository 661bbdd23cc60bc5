import type { DescMethod } from "@bufbuild/protobuf";
import { BoundedHistograms } from "../../core/metrics/bounded-histograms.ts";
import { secondsBounds } from "../../core/metrics/histogram.ts";
import type { Labels, Metrics } from "../../core/metrics/metrics.ts";
import { Tally } from "../../core/metrics/tally.ts";
import type { Observation } from "../pipeline.ts";

/** Stands for the methods that callers without valid credentials name, as the semantic conventions have it. */
const otherMethod = "_OTHER";

/** Bounds of the durations of streams, in seconds. */
const streamBounds: readonly number[] = [1, 10, 60, 600, 3_600, 21_600, 86_400];

/** Measurements of the calls of this process. */
export interface CallMetrics {
  readonly observe: (observation: Observation) => void;
  /** Calls and streams so far. */
  readonly count: () => number;
}

/**
 * Measures each call and stream. A call costs some look-ups: the series of each method, protocol and status is made
 * once.
 *
 * Callers without valid credentials cannot make series: their methods count as one.
 *
 * @param gather has other threads send what they have observed, if there are some
 */
export function createCallMetrics(
  metrics: Metrics,
  gather: () => Promise<void> | undefined = () => undefined,
): CallMetrics {
  const calls = new BoundedHistograms(secondsBounds, labelsOf);
  const streams = new BoundedHistograms(streamBounds, labelsOf);
  const exceeded = new Tally("plan");
  let count = 0;
  metrics.histogram(
    { name: "rpc.server.call.duration", help: "Duration of calls by method, protocol and status", unit: "s" },
    () => after(gather(), calls.read),
  );
  metrics.histogram(
    { name: "platonic.stream.duration", help: "Duration of streams that have ended", unit: "s" },
    streams.read,
  );
  metrics.counter(
    { name: "platonic.limits.exceeded", help: "Calls refused because of a limit of their plan", unit: "{call}" },
    () => after(gather(), exceeded.read),
  );
  return {
    count: () => count,
    observe({ call: { method, protocol }, principal, durationMs, reason }) {
      count++;
      const known = principal === undefined ? undefined : method;
      const durations = method.methodKind === "unary" ? calls : streams;
      durations.of(known, protocol, reason).record(durationMs / 1000);
      if (reason === "RATE_LIMIT_EXCEEDED" && principal !== undefined) exceeded.add(principal.plan.name);
    },
  };
}

/** Reads when what is awaited is there; at once without. */
function after<Value>(gathered: Promise<void> | undefined, read: () => Value): Value | Promise<Value> {
  return gathered === undefined ? read() : gathered.then(read);
}

/** Returns the labels of calls of a method; undefined for the methods of callers that are not known. */
function labelsOf(method: DescMethod | undefined, protocol: string, status: string): Labels {
  return {
    "rpc.system.name": protocol,
    "rpc.method": method === undefined ? otherMethod : `${method.parent.typeName}/${method.name}`,
    "rpc.response.status_code": status,
  };
}
