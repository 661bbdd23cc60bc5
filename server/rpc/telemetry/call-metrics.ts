import type { DescMethod } from "@bufbuild/protobuf";
import { Histogram, secondsBounds } from "../../core/metrics/histogram.ts";
import type { Metrics, Sample } from "../../core/metrics/metrics.ts";
import { Tally } from "../../core/metrics/tally.ts";
import type { Observation } from "../pipeline.ts";

/** Durations by protocol and status. */
type ByProtocol = Map<string, Map<string, Histogram>>;

/** Stands for the methods that callers without valid credentials name, as the semantic conventions have it. */
const otherMethod = "_OTHER";

/** Bounds of the durations of streams, in seconds. */
const streamBounds: readonly number[] = [1, 10, 60, 600, 3_600, 21_600, 86_400];

/** Most series of one metric. Further ones count as one, as the semantic conventions have it. */
const seriesMax = 1_000;
const overflowLabels = { "otel.metric.overflow": "true" };

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
 * Whoever is not known to the service cannot make series: its methods count as one.
 */
export function createCallMetrics(metrics: Metrics): CallMetrics {
  const calls = new Durations(secondsBounds);
  const streams = new Durations(streamBounds);
  const exceeded = new Tally("plan");
  let count = 0;
  metrics.histogram(
    { name: "rpc.server.call.duration", help: "Duration of calls by method, protocol and status", unit: "s" },
    () => calls.samples(),
  );
  metrics.histogram({ name: "platonic.stream.duration", help: "Duration of streams that have ended", unit: "s" }, () =>
    streams.samples(),
  );
  metrics.counter(
    { name: "platonic.limits.exceeded", help: "Calls refused because of a limit of their plan", unit: "{call}" },
    exceeded.read,
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

class Durations {
  readonly #bounds: readonly number[];
  readonly #byMethod = new Map<DescMethod | undefined, ByProtocol>();
  readonly #overflow: Histogram;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#overflow = new Histogram(bounds);
  }

  of(method: DescMethod | undefined, protocol: string, status: string): Histogram {
    const byStatus = valueIn(
      valueIn(this.#byMethod, method, () => new Map()),
      protocol,
      () => new Map(),
    );
    const known = byStatus.get(status);
    if (known !== undefined) return known;
    if (this.#count === seriesMax) return this.#overflow;
    this.#count++;
    const series = new Histogram(this.#bounds);
    byStatus.set(status, series);
    return series;
  }

  samples(): Sample<Histogram>[] {
    const samples: Sample<Histogram>[] = [];
    for (const [method, byProtocol] of this.#byMethod) {
      const name = method === undefined ? otherMethod : `${method.parent.typeName}/${method.name}`;
      for (const [protocol, byStatus] of byProtocol) {
        for (const [status, value] of byStatus) {
          const labels = {
            "rpc.system.name": protocol,
            "rpc.method": name,
            "rpc.response.status_code": status,
          };
          samples.push({ labels, value });
        }
      }
    }
    if (this.#count === seriesMax) samples.push({ labels: overflowLabels, value: this.#overflow });
    return samples;
  }
}

function valueIn<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
