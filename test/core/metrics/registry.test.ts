import { expect, test } from "vitest";
import { MetricRegistry } from "../../../server/core/metrics/registry.ts";

const described = (name: string) => ({ name, help: "Something", unit: "{thing}" }) as const;

function opened(readMs = 600_000) {
  const reports: string[] = [];
  const registry = new MetricRegistry({
    readMs,
    report: (error, name) => reports.push(`${name}: ${(error as Error).message}`),
  });
  /** Returns the values of the series without labels, by the name of their metric. */
  const values = async () =>
    Object.fromEntries((await registry.collect()).map(({ name, samples }) => [name, samples[0]?.value]));
  return { registry, reports, values };
}

test("a reading that fails, at once or later, is left out and counted, and the others are told", async () => {
  const { registry, reports, values } = opened();
  registry.gauge(described("fails"), () => {
    throw new Error("at once");
  });
  registry.gauge(described("rejects"), () => Promise.reject(new Error("later")));
  registry.gauge(described("works"), () => 1);
  registry.gauge(described("is none"), () => undefined);
  expect(Object.keys(await values())).toEqual(["platonic.metrics.missed", "works"]);
  expect(reports).toEqual(["fails: at once", "rejects: later"]);
  expect(await values()).toEqual({ works: 1, "platonic.metrics.missed": 3 });
});

test("a reading that takes too long is left out, and is not begun again before it has ended", async () => {
  const { registry, reports, values } = opened(1);
  let begun = 0;
  const { promise, resolve } = Promise.withResolvers<number>();
  registry.counter(described("slow"), () => {
    begun++;
    return promise;
  });
  registry.gauge(described("works"), () => 1);
  expect(await values()).toEqual({ works: 1, "platonic.metrics.missed": 0 });
  expect(await values()).toMatchObject({ works: 1 });
  expect(begun).toBe(1);
  expect(new Set(reports)).toEqual(new Set(["slow: the reading took too long"]));
  resolve(5);
  await promise;
  expect(await values()).toMatchObject({ slow: 5 });
});

test("whoever asks at once shares one reading", async () => {
  const { registry } = opened();
  let begun = 0;
  registry.gauge(described("works"), async () => ++begun);
  await Promise.all(Array.from({ length: 1_000 }, () => registry.collect()));
  expect(begun).toBe(1);
  await registry.collect();
  expect(begun).toBe(2);
});

test("a metric that is offered twice is refused", () => {
  const { registry } = opened();
  registry.gauge(described("works"), () => 1);
  expect(() => registry.counter(described("works"), () => 1)).toThrow("The metric works is offered twice.");
});
