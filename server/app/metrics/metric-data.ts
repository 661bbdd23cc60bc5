import { ValueType } from "@opentelemetry/api";
import { AggregationTemporality, type DataPoint, DataPointType, type MetricData } from "@opentelemetry/sdk-metrics";
import type { Histogram } from "../../core/metrics/histogram.ts";
import type { Family, Sample } from "../../core/metrics/metrics.ts";

/** Time span of which a metric tells the sum. */
export type MetricSpan = Pick<DataPoint<number>, "startTime" | "endTime">;

/** Returns a metric in the form that exporters of OpenTelemetry send. Sums are those since the start of the process. */
export function metricData({ name, help, unit, kind, samples }: Family, span: MetricSpan): MetricData {
  const common = {
    descriptor: { name, description: help, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (kind === "histogram") {
    const dataPoints = (samples as readonly Sample<Histogram>[]).map(
      ({ labels, value: { bounds, counts, sum, count } }) => ({
        ...span,
        attributes: { ...labels },
        value: { buckets: { boundaries: [...bounds], counts: [...counts] }, sum, count },
      }),
    );
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = (samples as readonly Sample[]).map(({ labels, value }) => {
    return { ...span, attributes: { ...labels }, value };
  });
  return kind === "counter"
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}
