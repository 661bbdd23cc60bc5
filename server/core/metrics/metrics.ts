import type { Histogram } from "./histogram.ts";

/** Values of the labels of a series. They never hold an id, or anything else that a caller chooses. */
export type Labels = Readonly<Record<string, string>>;

/** One series of a metric. */
export interface Sample<Value = number> {
  readonly labels: Labels;
  readonly value: Value;
}

/** Present value of a metric: one series without labels, or several. Undefined: there is none now. */
export type Reading = number | undefined | readonly Sample[];

/** A metric, with its name and unit as OpenTelemetry spells them. */
export interface Description {
  /** Name such as `rpc.server.call.duration`. */
  readonly name: string;
  /** One sentence without a full stop. */
  readonly help: string;
  /** `s`, `By`, `1` for a share, or what is counted, such as `{call}`. */
  readonly unit: "s" | "By" | "1" | `{${string}}`;
}

/**
 * Port: the metrics of the process. Whoever offers one keeps plain numbers, which are read when somebody asks; a
 * reading from a database is a promise.
 */
export interface Metrics {
  /** Offers a sum that only grows while the process runs. */
  counter(description: Description, read: () => Reading | Promise<Reading>): void;
  /** Offers a value that rises and falls. */
  gauge(description: Description, read: () => Reading | Promise<Reading>): void;
  histogram(
    description: Description,
    read: () => readonly Sample<Histogram>[] | Promise<readonly Sample<Histogram>[]>,
  ): void;
}

export type MetricKind = "counter" | "gauge" | "histogram";

/** A metric with its present series. */
export interface Family extends Description {
  readonly kind: MetricKind;
  readonly samples: readonly Sample<number | Histogram>[];
}
