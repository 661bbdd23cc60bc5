import { Histogram } from "../../core/metrics/histogram.ts";
import type { Family, Labels, Metrics, Sample } from "../../core/metrics/metrics.ts";

/** Offers metrics that each thread measures for itself, as their sums. What is read here is not asked for. */
export function summedMetrics(metrics: Metrics, measurements: () => Promise<readonly Family[]>): Metrics {
  const samplesOf = async (name: string) =>
    (await measurements()).flatMap((family) => (family.name === name ? family.samples : []));
  const numbers = async (name: string) => summed((await samplesOf(name)) as Sample[]);
  return {
    counter: (description) => metrics.counter(description, () => numbers(description.name)),
    gauge: (description) => metrics.gauge(description, () => numbers(description.name)),
    histogram: (description) =>
      metrics.histogram(description, async () => merged((await samplesOf(description.name)) as Sample<Histogram>[])),
  };
}

/** Returns families of which each name is one, with the sums of their samples. */
export function summedFamilies(families: readonly Family[]): Family[] {
  return [...Map.groupBy(families, ({ name }) => name).values()].map((ofName) => {
    const first = ofName[0] as Family;
    const samples = ofName.flatMap((family) => family.samples);
    const sums = first.kind === "histogram" ? merged(samples as Sample<Histogram>[]) : summed(samples as Sample[]);
    return { ...first, samples: sums };
  });
}

function summed(samples: readonly Sample[]): Sample[] {
  return [...grouped(samples)].map(([labels, values]) => ({
    labels,
    value: values.reduce((sum, value) => sum + value, 0),
  }));
}

function merged(samples: readonly Sample<Histogram>[]): Sample<Histogram>[] {
  return [...grouped(samples)].map(([labels, histograms]) => {
    const value = new Histogram((histograms[0] as Histogram).bounds);
    for (const { counts, sum } of histograms) value.add(counts, sum);
    return { labels, value };
  });
}

/** Groups values by the labels of their series. */
function grouped<Value>(samples: readonly Sample<Value>[]): Map<Labels, Value[]> {
  const byText = new Map<string, readonly [Labels, Value[]]>();
  for (const { labels, value } of samples) {
    const text = JSON.stringify(Object.entries(labels).sort());
    const known = byText.get(text) ?? ([labels, []] as const);
    byText.set(text, known);
    known[1].push(value);
  }
  return new Map(byText.values());
}
