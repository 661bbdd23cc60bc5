import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { seriesIn } from "../../support/metrics/scraped.ts";
import { wholeScrape } from "../../support/metrics/whole-scrape.ts";

let text = "";
beforeAll(async () => {
  text = await wholeScrape();
});

test("what has happened in every part of the service is in its metrics", () => {
  const series = seriesIn(text);
  const nowSeconds = Date.now() / 1000;
  expect(Object.fromEntries(series)).toMatchObject({
    'platonic_messages_sent_total{provider="mail"}': 1,
    platonic_ledger_batch_size_count: 1,
    platonic_ledger_batch_size_sum: 1,
    'platonic_ledger_batch_duration_seconds_count{step="write"}': 1,
    platonic_ledger_queue_ratio: 0,
    platonic_backup_restore_test_problems: 0,
    platonic_database_away: 0,
    platonic_vault_rewraps_left: 0,
    platonic_channels: 0,
    platonic_metrics_missed_total: 0,
  });
  for (const name of ["backup", "backup_restore_test", "ledger_head"]) {
    expect(Math.abs(nowSeconds - (series.get(`platonic_${name}_time_seconds`) as number))).toBeLessThan(3_600);
  }
  expect(series.get("platonic_certificate_end_time_seconds")).toBeGreaterThan(nowSeconds);
  expect(series.get("platonic_backup_size_bytes")).toBeGreaterThan(1_000);
  expect(series.get('platonic_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  expect(series.get('platonic_limits_exceeded_total{plan="developer"}')).toBeGreaterThan(0);
});

test("the page about operating has every metric, and no other", () => {
  const told = new Set(text.match(/(?<=^# TYPE )\w+/gm));
  const page = readFileSync("docs/operating.md", "utf8");
  const rows = new Set([...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
  // Readings that are none until something has failed.
  const silent = ["platonic_webhooks_oldest_undelivered_time_seconds", "platonic_metrics_push_failures_total"];
  expect([...rows].filter((name) => !told.has(name as string)).sort()).toEqual(silent.sort());
  expect([...told].filter((name) => !rows.has(name))).toEqual([]);
});
