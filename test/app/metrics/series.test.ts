import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { placeSchema } from "../../support/database/schema-template.ts";
import { promtool, promtoolProblem } from "../../support/metrics/promtool.ts";
import { seriesIn } from "../../support/metrics/scraped.ts";
import { wholeScrape } from "../../support/metrics/whole-scrape.ts";

/** Facts that operators ask for, and the series that hold each. */
const asked: Readonly<Record<string, readonly string[]>> = {
  "calls by service, method, protocol and status": [
    'rpc_server_call_duration_seconds_count{rpc_system_name="rest",rpc_method="wallet.v1.WalletService/CreateWallet",rpc_response_status_code="OK"}',
  ],
  "refusals by reason": [
    'rpc_server_call_duration_seconds_count{rpc_system_name="connect",rpc_method="geocode.v1.GeocodeService/Encode",rpc_response_status_code="RATE_LIMIT_EXCEEDED"}',
  ],
  "requests over HTTP": [
    'http_server_request_duration_seconds_count{http_request_method="POST",url_scheme="http",http_route="/v1/admin/keys",http_response_status_code="200"}',
    'http_server_active_requests{http_request_method="POST",url_scheme="http"}',
  ],
  "limits by plan": ['platonic_limits_exceeded_total{plan="developer"}'],
  connections: [
    'platonic_connections{network_protocol_version="1.1"}',
    'platonic_connections{network_protocol_version="2"}',
  ],
  sessions: ["platonic_sessions"],
  channels: ["platonic_channels"],
  streams: ["platonic_streams"],
  "threads that were lost": ["platonic_threads_lost_total", "platonic_ledger_threads_lost_total"],
  "the ledger's batch size": ["platonic_ledger_batch_size_count", "platonic_ledger_batch_failures_total"],
  "the ledger's queue depth": ["platonic_ledger_queue_ratio"],
  "time of decide, write and commit": [
    'platonic_ledger_batch_duration_seconds_count{step="decide"}',
    'platonic_ledger_batch_duration_seconds_count{step="write"}',
  ],
  "age of the head": ["platonic_ledger_head_time_seconds", "platonic_ledger_entries", "platonic_ledger_batches"],
  "unresolved orders": ["platonic_ledger_pending"],
  "holds that expire": ["platonic_ledger_holds_expired_total", "platonic_ledger_holds_overdue"],
  "the check of the ledger": ["platonic_ledger_check_findings", "platonic_ledger_check_time_seconds"],
  "webhooks: queue": ["platonic_webhooks_queue", 'platonic_webhooks_endpoints{state="waiting"}'],
  "webhooks: attempts": [
    'platonic_webhooks_attempts_total{outcome="delivered"}',
    'platonic_webhooks_attempts_total{outcome="failed"}',
  ],
  "webhooks: oldest undelivered": ["platonic_webhooks_oldest_undelivered_time_seconds"],
  "verification: sent, failed by provider": [
    'platonic_messages_sent_total{provider="mail"}',
    'platonic_messages_failed_total{provider="phone"}',
  ],
  "the vault: rewraps left": ["platonic_vault_rewraps_left"],
  "backups: age and size of the last": ["platonic_backup_time_seconds", "platonic_backup_size_bytes"],
  "age of the last good restore test": ["platonic_backup_restore_test_time_seconds"],
  "the journal": ["platonic_journal_files", "platonic_journal_lost", "platonic_journal_compared_time_seconds"],
  "statements of the database": ["db_client_operation_duration_seconds_count"],
  "database pool": [
    'db_client_connections{db_client_connection_pool_name="main",db_client_connection_state="used"}',
    'db_client_connections{db_client_connection_pool_name="main",db_client_connection_state="idle"}',
    'db_client_connection_pending_requests{db_client_connection_pool_name="main"}',
    'db_client_connection_wait_time_seconds_count{db_client_connection_pool_name="main"}',
    'db_client_connection_timeouts_total{db_client_connection_pool_name="main"}',
  ],
  "database outages": [
    "platonic_database_outages_total",
    "platonic_database_away",
    "platonic_database_round_trip_seconds",
  ],
  "event loop delay": ["nodejs_eventloop_delay_p99_seconds", "nodejs_eventloop_utilization_ratio"],
  heap: ['v8js_memory_heap_used_bytes{v8js_heap_space_name="old_space"}'],
  GC: ['v8js_gc_duration_seconds_count{v8js_gc_type="minor"}'],
  "build info": ["platonic_build_info"],
};

onEveryDatabase("the metrics of a busy service", ({ kind, create }) => {
  let series: ReadonlyMap<string, number>;
  let text = "";
  beforeAll(async () => {
    const place = await create();
    if (kind === "sqlite") await placeSchema(place.dataDirectory);
    text = await wholeScrape(place.environment);
    series = seriesIn(text);
    await place.remove();
  });

  test.each(Object.entries(asked))("tell %s", (_, names) => {
    const known = [...series.keys()];
    const missing = names.filter((name) => !known.some((one) => one === name || one.startsWith(`${name}{`)));
    expect(missing).toEqual([]);
  });

  test("tell what has happened in every part of it", () => {
    const nowSeconds = Date.now() / 1000;
    expect(Object.fromEntries(series)).toMatchObject({
      'platonic_messages_sent_total{provider="mail"}': 1,
      platonic_ledger_batch_size_count: 1,
      platonic_ledger_batch_size_sum: 1,
      platonic_ledger_batches: 1,
      platonic_ledger_entries: 1,
      platonic_ledger_check_findings: 0,
      'platonic_ledger_batch_duration_seconds_count{step="write"}': 1,
      platonic_ledger_queue_ratio: 0,
      platonic_ledger_pending: 0,
      platonic_sessions: 0,
      'platonic_webhooks_endpoints{state="failing"}': 1,
      platonic_webhooks_queue: 1,
      platonic_backup_restore_test_problems: 0,
      platonic_database_away: 0,
      platonic_vault_rewraps_left: 0,
      platonic_channels: 0,
      platonic_metrics_missed_total: 0,
    });
    for (const name of ["backup", "backup_restore_test", "ledger_head", "ledger_check"]) {
      expect(Math.abs(nowSeconds - (series.get(`platonic_${name}_time_seconds`) as number))).toBeLessThan(3_600);
    }
    expect(series.get("platonic_certificate_end_time_seconds")).toBeGreaterThan(nowSeconds);
    expect(series.get("platonic_backup_size_bytes")).toBeGreaterThan(1_000);
    expect(series.get('platonic_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
    expect(series.get('platonic_limits_exceeded_total{plan="developer"}')).toBeGreaterThan(0);
    const database = `db_system_name="${kind === "sqlite" ? "sqlite" : "mariadb"}"`;
    const kinds = kind === "sqlite" ? ["SELECT", "INSERT", "COMMIT", "BATCH"] : ["SELECT", "BEGIN", "COMMIT", "BATCH"];
    for (const operation of kinds) {
      const labels = `${database},db_operation_name="${operation}"`;
      expect(series.get(`db_client_operation_duration_seconds_count{${labels}}`), operation).toBeGreaterThan(0);
    }
    // A first start asks a server for tables that are not there yet; this SQLite has its schema.
    const failed = [...series.keys()].filter((name) => name.startsWith("db_client_") && name.includes("error_type"));
    if (kind === "sqlite") expect(failed).toEqual([]);
  });

  test.skipIf(promtoolProblem() !== undefined)("are to the letter as Prometheus wants them", () => {
    expect(promtool(["check", "metrics"], text)).toBe("");
  });

  test("are those of the page about operating, and no others", () => {
    const told = new Set(text.match(/(?<=^# TYPE )\w+/gm));
    const page = readFileSync("docs/operating.md", "utf8");
    const rows = new Set([...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
    // There is no collector.
    expect([...rows].filter((name) => !told.has(name as string)).sort()).toEqual([
      "platonic_metrics_push_failures_total",
      "platonic_traces_export_failures_total",
      "platonic_traces_lost_spans_total",
    ]);
    expect([...told].filter((name) => !rows.has(name))).toEqual([]);
  });
});
