import {
  constants,
  monitorEventLoopDelay,
  PerformanceObserver,
  type PerformanceObserverEntryList,
  performance,
} from "node:perf_hooks";
import { getHeapSpaceStatistics } from "node:v8";
import { Histogram, secondsBounds } from "../../core/metrics/histogram.ts";
import type { Metrics, Sample } from "../../core/metrics/metrics.ts";
import { serviceVersion } from "../../core/service-version.ts";

/** Names of the kinds of garbage collection, by the number that Node gives them. */
const collections = new Map<number, string>([
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"],
]);

/** Measures the process itself, until the resources are disposed of. */
export function measureProcess(metrics: Metrics, resources: AsyncDisposableStack): void {
  const build = [{ labels: { version: serviceVersion, node: process.version }, value: 1 }];
  metrics.gauge(
    { name: "platonic.build.info", help: "Version of the service and of Node", unit: "{build}" },
    () => build,
  );
  metrics.gauge({ name: "process.uptime", help: "Time since the start of the process", unit: "s" }, process.uptime);
  metrics.counter({ name: "process.cpu.time", help: "Processor time of all threads", unit: "s" }, processorTime);
  metrics.gauge({ name: "process.memory.usage", help: "Memory of the process that is resident", unit: "By" }, () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge(
    { name: "v8js.memory.heap.used", help: "Heap of the main thread that is in use, by space", unit: "By" },
    () => heapSpaces((space) => space.space_used_size),
  );
  metrics.gauge({ name: "v8js.memory.heap.space.size", help: "Heap of the main thread, by space", unit: "By" }, () =>
    heapSpaces((space) => space.space_size),
  );
  measureEventLoop(metrics, resources);
  measureCollections(metrics, resources);
}

function processorTime(): Sample[] {
  const { user, system } = process.cpuUsage();
  return [
    { labels: { "cpu.mode": "user" }, value: user / 1e6 },
    { labels: { "cpu.mode": "system" }, value: system / 1e6 },
  ];
}

function heapSpaces(sizeOf: (space: ReturnType<typeof getHeapSpaceStatistics>[number]) => number): Sample[] {
  return getHeapSpaceStatistics().map((space) => ({
    labels: { "v8js.heap.space.name": space.space_name },
    value: sizeOf(space),
  }));
}

/** Time for which delays are gathered, so that two who read them in turn see about the same. */
const delaysKeptMs = 10_000;

/** Measures how late timers fire because the main thread is busy, over the last seconds. */
function measureEventLoop(metrics: Metrics, resources: AsyncDisposableStack): void {
  const resolutionMs = 20;
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  resources.defer(() => void delays.disable());
  let told = { p50: 0, p99: 0, max: 0 };
  let sinceMs = Number.NEGATIVE_INFINITY;
  const read = () => {
    const nowMs = performance.now();
    if (nowMs - sinceMs >= delaysKeptMs) {
      const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3);
      told = { p50: seconds(delays.percentile(50)), p99: seconds(delays.percentile(99)), max: seconds(delays.max) };
      delays.reset();
      sinceMs = nowMs;
    }
    return told;
  };
  for (const part of ["p50", "p99", "max"] as const) {
    const help = `Delay of the event loop of the main thread in the last seconds, ${part}`;
    metrics.gauge({ name: `nodejs.eventloop.delay.${part}`, help, unit: "s" }, () => read()[part]);
  }
}

/** An entry of the type `gc`, whose kind the types of Node leave out. */
type CollectionEntry = ReturnType<PerformanceObserverEntryList["getEntries"]>[number] & {
  readonly detail: { readonly kind: number };
};

function measureCollections(metrics: Metrics, resources: AsyncDisposableStack): void {
  const series = [...collections].map(([kind, name]) => {
    return { kind, sample: { labels: { "v8js.gc.type": name }, value: new Histogram(secondsBounds) } };
  });
  const observer = new PerformanceObserver((list) => {
    for (const { detail, duration } of list.getEntries() as CollectionEntry[]) {
      series.find(({ kind }) => kind === detail.kind)?.sample.value.record(duration / 1000);
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  resources.defer(() => observer.disconnect());
  metrics.histogram(
    { name: "v8js.gc.duration", help: "Duration of garbage collections of the main thread", unit: "s" },
    () => series.map(({ sample }) => sample),
  );
}
