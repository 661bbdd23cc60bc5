import { Histogram } from "./histogram.ts";
import type { Family, Labels, Sample } from "./metrics.ts";

export type ExpositionFormat = "prometheus" | "openmetrics";

/** Types of content by the format. */
export const expositionTypes: Readonly<Record<ExpositionFormat, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** Returns metrics as a text that Prometheus scrapes. */
export function exposition(families: readonly Family[], format: ExpositionFormat): string {
  const text = families.map((family) => familyText(family, format)).join("");
  return format === "openmetrics" ? `${text}# EOF\n` : text;
}

/**
 * Returns the name of a metric as Prometheus spells it: with underscores and the unit, such as
 * `rpc_server_call_duration_seconds`. Its series have suffixes: `_total` those of a counter, `_bucket`, `_sum` and
 * `_count` those of a histogram. What is a number of things and no histogram is named after the things:
 * `db.client.connection.count` is `db_client_connections`.
 */
function exposedName({ name, unit, kind }: Pick<Family, "name" | "unit" | "kind">): string {
  const spelled = name.replaceAll(".", "_");
  const plain = kind === "gauge" ? spelled.replace(/_count$/, "s") : spelled;
  const suffix = unitWords[unit];
  return suffix === undefined ? plain : `${plain}_${suffix}`;
}

const unitWords: Readonly<Record<string, string>> = { s: "seconds", By: "bytes", "1": "ratio" };

function familyText(family: Family, format: ExpositionFormat): string {
  const { kind, help, unit, samples } = family;
  const name = exposedName(family);
  const series = kind === "counter" ? `${name}_total` : name;
  // In the older format the name of a counter's family has the suffix, too.
  const head = format === "openmetrics" ? name : series;
  const word = unitWords[unit];
  const unitLine = format === "openmetrics" && word !== undefined ? `# UNIT ${head} ${word}\n` : "";
  const lines = samples.map(({ labels, value }) =>
    value instanceof Histogram ? histogramText(name, { labels, value }) : line(series, labelText(labels), value),
  );
  return `# HELP ${head} ${escaped(help)}.\n# TYPE ${head} ${kind}\n${unitLine}${lines.join("")}`;
}

function histogramText(name: string, { labels, value }: Sample<Histogram>): string {
  const { bounds, counts, sum } = value;
  const common = labelText(labels);
  const before = common === "" ? "" : `${common},`;
  let count = 0;
  let text = "";
  for (let bucket = 0; bucket < counts.length; bucket++) {
    count += counts[bucket] as number;
    text += line(`${name}_bucket`, `${before}le="${bounds[bucket] ?? "+Inf"}"`, count);
  }
  return text + line(`${name}_sum`, common, sum) + line(`${name}_count`, common, count);
}

function line(series: string, labels: string, value: number): string {
  return labels === "" ? `${series} ${valueText(value)}\n` : `${series}{${labels}} ${valueText(value)}\n`;
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name.replaceAll(".", "_")}="${escaped(value).replaceAll('"', '\\"')}"`)
    .join(",");
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function valueText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
