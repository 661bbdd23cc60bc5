import { expect, test } from "vitest";
import { BoundedHistograms } from "../../../server/core/metrics/bounded-histograms.ts";

test("each triple of keys has a series, and what is beyond a thousand counts as one", () => {
  const histograms = new BoundedHistograms([1], (...keys: [string, string, number]) => ({ keys: keys.join(" ") }));
  for (let index = 0; index < 1_010; index++) histograms.of("one", `${index % 5}`, index).record(0.5);
  histograms.of("one", "0", 0).record(2);
  const samples = histograms.read();
  expect(samples).toHaveLength(1_001);
  expect(samples[0]).toMatchObject({ labels: { keys: "one 0 0" }, value: { count: 2, sum: 2.5 } });
  expect(samples.at(-1)).toMatchObject({ labels: { "otel.metric.overflow": "true" }, value: { count: 10 } });
  expect(new Set(samples.map(({ labels }) => labels["keys"])).size).toBe(1_001);
});
