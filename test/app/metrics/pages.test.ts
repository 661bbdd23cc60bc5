import { beforeAll, expect, test } from "vitest";
import { ApiClient } from "../../support/identity/api-client.ts";
import { replayed } from "../../support/ledger/checked.ts";
import { scraped } from "../../support/metrics/scraped.ts";
import { startServer, type TestServer } from "../../support/server.ts";

let server: TestServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startServer({ METRICS_PORT: "0", BACKUPS: "off", OPEN_REGISTRATION: "true" });
  api = new ApiClient(server);
  return () => server.close();
});

const asked = async (path: string) => (await api.call("GET", path)).body.result;

test("the page of backups and the metrics tell the same backup", async () => {
  await server.post("/v1/admin/backups", {});
  const [newest] = (await asked("/v1/admin/backups")).backups;
  const series = await scraped(server);
  expect(series.get("platonic_backup_size_bytes")).toBe(Number(newest.size));
  expect(series.get("platonic_backup_time_seconds")).toBe(Date.parse(newest.created_at) / 1000);
  const drilled = (await server.post("/v1/admin/backups/drill", {})).body.result;
  expect((await scraped(server)).get("platonic_backup_restore_test_problems")).toBe(drilled.problems.length);
});

test("the page of the ledger's check and the metrics tell the same ledger", async () => {
  const { identity } = await api.identity();
  await api.call("POST", "/api/wallets/create", { identity_id: identity.id });
  const deposit = { identity_id: identity.id, token_type: "TOKEN_STANDARD", amount: "100" };
  for (let time = 0; time < 2; time++) await server.post("/v1/admin/ledger/deposits", deposit);
  const check = await replayed(api);
  const series = await scraped(server);
  expect(series.get("platonic_ledger_entries")).toBe(Number(check.entries));
  expect(series.get("platonic_ledger_batches")).toBe(Number(check.batches));
  expect(series.get("platonic_ledger_check_findings")).toBe(check.findings.length);
  expect(series.get("platonic_ledger_check_time_seconds")).toBe(Date.parse(check.ended_at) / 1000);
  expect(check.entries).toBe(2);
});

test("the page of the vault and the metrics tell the same keys", async () => {
  await api.identity();
  await server.post("/v1/admin/vault/rotate", {});
  const { status } = await asked("/v1/admin/vault");
  const left = (status.decrypt_only as { data_keys: number }[]).reduce((sum, { data_keys }) => sum + data_keys, 0);
  expect((await scraped(server)).get("platonic_vault_rewraps_left")).toBe(left);
});

test("the page of health and the metrics tell the same heartbeat", async () => {
  const before = await scraped(server);
  const [process] = (await asked("/v1/admin/processes")).processes;
  const after = await scraped(server);
  // Unless another heartbeat came between the two scrapes.
  const told = [
    "nodejs_eventloop_utilization_ratio",
    "platonic_database_round_trip_seconds",
    "platonic_clock_ahead_seconds",
  ];
  const page = [process.utilization, process.database_ms / 1000, Number(process.clock_ahead_ms) / 1000];
  const [first, second] = [before, after].map((series) => told.map((name) => series.get(name)));
  expect([first, second]).toContainEqual(page);
});
