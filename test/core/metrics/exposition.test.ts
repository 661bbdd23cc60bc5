import { expect, test } from "vitest";
import { exposition } from "../../../server/core/metrics/exposition.ts";
import { Histogram } from "../../../server/core/metrics/histogram.ts";
import type { Family } from "../../../server/core/metrics/metrics.ts";

const histogram = new Histogram([0.1, 1]);
for (const value of [0.05, 0.1, 0.5, 7]) histogram.record(value);

const families: readonly Family[] = [
  {
    name: "rpc.server.call.duration",
    help: "Duration of calls",
    unit: "s",
    kind: "histogram",
    samples: [{ labels: { "rpc.method": "a.B/C" }, value: histogram }],
  },
  {
    name: "platonic.mails",
    help: "Mails with a \\ and a\nline end",
    unit: "{mail}",
    kind: "counter",
    samples: [{ labels: { "server.address": 'a "b"\\\nc', state: "sent" }, value: 3 }],
  },
  {
    name: "process.memory.usage",
    help: "Memory",
    unit: "By",
    kind: "gauge",
    samples: [{ labels: {}, value: Number.POSITIVE_INFINITY }],
  },
];

test("a gauge that counts things is named after them, since Prometheus keeps `_count` for histograms", () => {
  const gauge = { help: "Open", unit: "{connection}", samples: [{ labels: {}, value: 2 }] } as const;
  const text = exposition([{ ...gauge, name: "db.client.connection.count", kind: "gauge" }], "prometheus");
  expect(text).toBe(
    "# HELP db_client_connections Open.\n# TYPE db_client_connections gauge\ndb_client_connections 2\n",
  );
});

test("metrics are the text that Prometheus scrapes", () => {
  expect(exposition(families, "prometheus")).toBe(`# HELP rpc_server_call_duration_seconds Duration of calls.
# TYPE rpc_server_call_duration_seconds histogram
rpc_server_call_duration_seconds_bucket{rpc_method="a.B/C",le="0.1"} 2
rpc_server_call_duration_seconds_bucket{rpc_method="a.B/C",le="1"} 3
rpc_server_call_duration_seconds_bucket{rpc_method="a.B/C",le="+Inf"} 4
rpc_server_call_duration_seconds_sum{rpc_method="a.B/C"} 7.65
rpc_server_call_duration_seconds_count{rpc_method="a.B/C"} 4
# HELP platonic_mails_total Mails with a \\\\ and a\\nline end.
# TYPE platonic_mails_total counter
platonic_mails_total{server_address="a \\"b\\"\\\\\\nc",state="sent"} 3
# HELP process_memory_usage_bytes Memory.
# TYPE process_memory_usage_bytes gauge
process_memory_usage_bytes +Inf
`);
});

test("OpenMetrics has units, families of counters without their suffix, and an end", () => {
  const lines = exposition(families, "openmetrics").split("\n");
  expect(lines).toContain("# UNIT rpc_server_call_duration_seconds seconds");
  expect(lines).toContain("# TYPE platonic_mails counter");
  expect(lines).toContain('platonic_mails_total{server_address="a \\"b\\"\\\\\\nc",state="sent"} 3');
  expect(lines.slice(-2)).toEqual(["# EOF", ""]);
});
