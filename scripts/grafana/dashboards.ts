/** The dashboards of Grafana in deploy/grafana, from their queries. */
import { mkdirSync, writeFileSync } from "node:fs";

interface Panel {
  readonly title: string;
  /** Unit of Grafana. */
  readonly unit: "s" | "bytes" | "percentunit" | "reqps" | "short" | "dateTimeFromNow";
  readonly queries: readonly (readonly [legend: string, expression: string])[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const calls = "rpc_server_call_duration_seconds";
const quantile = (share: number, histogram: string, by = "le") =>
  `histogram_quantile(${share}, sum by (${by}) (rate(${histogram}_bucket[$__rate_interval])))`;
const rate = (counter: string, by = "") => `sum${by === "" ? "" : ` by (${by})`} (rate(${counter}[$__rate_interval]))`;

const service: Dashboard = {
  uid: "platonic-service",
  title: "Platonic: service",
  panels: [
    {
      title: "Calls by status",
      unit: "reqps",
      queries: [["{{rpc_response_status_code}}", rate(`${calls}_count`, "rpc_response_status_code")]],
    },
    {
      title: "Calls by method",
      unit: "reqps",
      queries: [["{{rpc_method}}", `topk(10, ${rate(`${calls}_count`, "rpc_method")})`]],
    },
    {
      title: "Calls by protocol",
      unit: "reqps",
      queries: [["{{rpc_system_name}}", rate(`${calls}_count`, "rpc_system_name")]],
    },
    {
      title: "Duration of calls",
      unit: "s",
      queries: [
        ["half", quantile(0.5, calls)],
        ["99 %", quantile(0.99, calls)],
      ],
    },
    {
      title: "Beyond the limit of a plan",
      unit: "reqps",
      queries: [["{{plan}}", rate("platonic_limits_exceeded_total", "plan")]],
    },
    {
      title: "Requests by status",
      unit: "reqps",
      queries: [
        [
          "{{http_response_status_code}}",
          rate("http_server_request_duration_seconds_count", "http_response_status_code"),
        ],
      ],
    },
    {
      title: "Slowest routes, 99 %",
      unit: "s",
      queries: [
        ["{{http_route}}", `topk(10, ${quantile(0.99, "http_server_request_duration_seconds", "le, http_route")})`],
      ],
    },
    {
      title: "Connections, sessions, streams, channels",
      unit: "short",
      queries: [
        ["HTTP/{{network_protocol_version}}", "sum by (network_protocol_version) (platonic_connections)"],
        ["requests", "sum(http_server_active_requests)"],
        ["sessions", "max(platonic_sessions)"],
        ["streams", "sum(platonic_streams)"],
        ["channels", "sum(platonic_channels)"],
      ],
    },
    {
      title: "Delay of the event loop, 99 %",
      unit: "s",
      queries: [["{{instance}}", "nodejs_eventloop_delay_p99_seconds"]],
    },
    {
      title: "Processor",
      unit: "percentunit",
      queries: [["{{instance}}", rate("process_cpu_time_seconds_total", "instance")]],
    },
    {
      title: "Memory",
      unit: "bytes",
      queries: [
        ["{{instance}} resident", "process_memory_usage_bytes"],
        ["{{instance}} heap", "sum by (instance) (v8js_memory_heap_used_bytes)"],
      ],
    },
    {
      title: "Garbage collection, share of time",
      unit: "percentunit",
      queries: [["{{v8js_gc_type}}", rate("v8js_gc_duration_seconds_sum", "v8js_gc_type")]],
    },
    {
      title: "Deliveries to webhooks",
      unit: "reqps",
      queries: [["{{outcome}}", rate("platonic_webhooks_attempts_total", "outcome")]],
    },
    {
      title: "Endpoints of webhooks",
      unit: "short",
      queries: [["{{state}}", "max by (state) (platonic_webhooks_endpoints)"]],
    },
    {
      title: "Entries that await delivery",
      unit: "short",
      queries: [["entries", "max(platonic_webhooks_queue)"]],
    },
    {
      title: "Codes and notices",
      unit: "reqps",
      queries: [
        ["{{provider}} sent", rate("platonic_messages_sent_total", "provider")],
        ["{{provider}} failed", rate("platonic_messages_failed_total", "provider")],
      ],
    },
    {
      title: "Versions",
      unit: "short",
      queries: [["{{version}} on Node {{node}}", "count by (version, node) (platonic_build_info)"]],
    },
  ],
};

const ledger: Dashboard = {
  uid: "platonic-ledger",
  title: "Platonic: ledger and data",
  panels: [
    { title: "Queue", unit: "percentunit", queries: [["{{instance}}", "platonic_ledger_queue_ratio"]] },
    {
      title: "Requests written",
      unit: "reqps",
      queries: [
        ["requests", rate("platonic_ledger_batch_size_sum")],
        ["batches", rate("platonic_ledger_batch_size_count")],
      ],
    },
    {
      title: "Steps of a batch, 99 %",
      unit: "s",
      queries: [["{{step}}", quantile(0.99, "platonic_ledger_batch_duration_seconds", "le, step")]],
    },
    {
      title: "Batches that failed",
      unit: "reqps",
      queries: [["{{instance}}", rate("platonic_ledger_batch_failures_total", "instance")]],
    },
    { title: "Last batch", unit: "s", queries: [["age", "time() - max(platonic_ledger_head_time_seconds)"]] },
    {
      title: "Transactions that are not processed",
      unit: "short",
      queries: [["pending", "max(platonic_ledger_pending)"]],
    },
    { title: "Size of the ledger", unit: "short", queries: [["entries", "max(platonic_ledger_entries)"]] },
    {
      title: "Holds",
      unit: "short",
      queries: [
        ["overdue", "max(platonic_ledger_holds_overdue)"],
        ["ended in a minute", "60 * sum(rate(platonic_ledger_holds_expired_total[$__rate_interval]))"],
      ],
    },
    {
      title: "Transactions of the database, 99 %",
      unit: "s",
      queries: [["{{outcome}}", quantile(0.99, "platonic_database_transaction_duration_seconds", "le, outcome")]],
    },
    {
      title: "Statements, 99 %",
      unit: "s",
      queries: [
        ["{{db_operation_name}}", quantile(0.99, "db_client_operation_duration_seconds", "le, db_operation_name")],
      ],
    },
    {
      title: "Connections to the database",
      unit: "short",
      queries: [
        [
          "{{db_client_connection_pool_name}} {{db_client_connection_state}}",
          "sum by (db_client_connection_pool_name, db_client_connection_state) (db_client_connections)",
        ],
        ["wait", "sum(db_client_connection_pending_requests)"],
      ],
    },
    { title: "Transactions under way", unit: "short", queries: [["{{instance}}", "platonic_database_transactions"]] },
    { title: "Database away", unit: "short", queries: [["{{instance}}", "platonic_database_away"]] },
    {
      title: "Backups",
      unit: "s",
      queries: [
        ["age of the newest", "time() - max(platonic_backup_time_seconds)"],
        ["since a restore test was good", "time() - max(max_over_time(platonic_backup_restore_test_time_seconds[7d]))"],
      ],
    },
    { title: "Size of the newest backup", unit: "bytes", queries: [["size", "max(platonic_backup_size_bytes)"]] },
    {
      title: "Room on disks",
      unit: "percentunit",
      queries: [["{{folder}}", "min by (folder) (platonic_disk_free_bytes / platonic_disk_size_bytes)"]],
    },
    {
      title: "Journal",
      unit: "short",
      queries: [
        ["{{instance}} files", "platonic_journal_files"],
        ["{{instance}} lost", "platonic_journal_lost"],
      ],
    },
    { title: "Keys of the vault to rewrap", unit: "short", queries: [["keys", "max(platonic_vault_rewraps_left)"]] },
  ],
};

export const dashboardFolder = "deploy/grafana";

/** Writes the dashboards. */
export function writeDashboards(): void {
  mkdirSync(dashboardFolder, { recursive: true });
  writeFileSync(`${dashboardFolder}/service.json`, text(service));
  writeFileSync(`${dashboardFolder}/ledger.json`, text(ledger));
}

/** Columns of Grafana's grid, and the size of a panel on it. */
const [columns, width, height] = [24, 8, 8];

function text({ uid, title, panels }: Dashboard): string {
  const dashboard = {
    uid,
    title,
    schemaVersion: 39,
    timezone: "browser",
    refresh: "30s",
    time: { from: "now-3h", to: "now" },
    templating: {
      list: [{ name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus" }],
    },
    panels: panels.map(({ title, unit, queries }, index) => ({
      id: index + 1,
      title,
      type: "timeseries",
      datasource: { type: "prometheus", uid: "$datasource" },
      gridPos: {
        x: (index * width) % columns,
        y: Math.floor((index * width) / columns) * height,
        w: width,
        h: height,
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(([legendFormat, expr], query) => ({
        refId: String.fromCharCode(65 + query),
        expr,
        legendFormat,
      })),
    })),
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}
