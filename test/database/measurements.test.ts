import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { tables } from "../../server/app/every-table.ts";
import type { Histogram } from "../../server/core/metrics/histogram.ts";
import { MetricRegistry } from "../../server/core/metrics/registry.ts";
import { DatabaseMeasurements } from "../../server/database/measurements.ts";
import { operationOf } from "../../server/database/operation.ts";
import { type Database, openDatabase } from "../../server/database/source.ts";
import { openLedger } from "../../server/modules/ledger/store/ledger.ts";
import { storedWallets } from "../../server/modules/ledger/store/wallets.ts";
import { mariadb, onEveryDatabase, onMariadb, type TestDatabase } from "../support/database/databases.ts";
import { policy, someDayMs, twoForOne } from "../support/ledger/constants.ts";
import { entryOf, newWallet, threadOf } from "../support/ledger/ledger-fixture.ts";
import { deposit } from "../support/ledger/requests.ts";
import { until } from "../support/until.ts";

test("a statement is of the kind of its first word, whatever its text has", () => {
  expect(operationOf("\n  SELECT 'INSERT'")).toBe("SELECT");
  expect(operationOf("insert into x values ('DELETE')")).toBe("INSERT");
  expect(operationOf("START TRANSACTION")).toBe("BEGIN");
  expect(operationOf("WITH x AS (SELECT 1) SELECT * FROM x")).toBe("SELECT");
  expect(operationOf("PRAGMA integrity_check")).toBe("_OTHER");
  expect(operationOf("")).toBe("_OTHER");
});

async function measured({ createForTest }: TestDatabase, timeoutMs?: number) {
  const registry = new MetricRegistry({ readMs: 600_000, report: () => {} });
  const location = await createForTest();
  const { databaseServer } = location;
  const given =
    timeoutMs === undefined || databaseServer === undefined
      ? location
      : { ...location, databaseServer: { ...databaseServer, timeoutMs } };
  const database = await openDatabase(given, tables, { measurements: new DatabaseMeasurements(registry) });
  /** Returns the values of a pool, by the name of their metric and their state. */
  const pool = async (poolName = "main") => {
    const families = (await registry.collect()).filter(({ name }) => name.startsWith("db.client.connection"));
    return Object.fromEntries(
      families.flatMap(({ name, samples }) =>
        samples
          .filter(({ labels }) => labels["db.client.connection.pool.name"] === poolName)
          .map(({ labels, value }) => [
            [name.slice("db.client.connection.".length), labels["db.client.connection.state"]].join(" ").trim(),
            typeof value === "number" ? value : value.count,
          ]),
      ),
    );
  };
  /** Returns how often a kind of statement was executed, and how often it failed. */
  const counts = async (operation: string) => {
    const family = (await registry.collect()).find(({ name }) => name === "db.client.operation.duration");
    const of = (type: string | undefined) =>
      family?.samples
        .filter(({ labels }) => labels["db.operation.name"] === operation && labels["error.type"] === type)
        .reduce((sum, { value }) => sum + (value as Histogram).count, 0);
    return [of(undefined), of("_OTHER")];
  };
  return { database, pool, counts };
}

/** Begins transactions that last until the returned function is called. */
async function hold(database: Database, count: number): Promise<() => Promise<unknown>> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const held = Array.from({ length: count }, () =>
    database.transact(async (manager) => {
      await manager.query("SELECT 1");
      begun++;
      await end;
    }),
  );
  await until(() => begun === count);
  return () => {
    resolve();
    return Promise.all(held);
  };
}

onEveryDatabase("what a database takes", (engine) => {
  test("is measured: statements by kind, failures apart, and who waits for a connection", async () => {
    const { database, pool, counts } = await measured(engine);
    const count = engine.kind === "sqlite" ? 1 : 10;
    const [selects = 0, failures = 0] = await counts("SELECT");
    const [commits = 0] = await counts("COMMIT");
    await database.manager.query("SELECT 1");
    await expect(database.manager.query("SELECT nothing FROM nowhere")).rejects.toThrow();
    const release = await hold(database, count);
    expect(await counts("SELECT")).toEqual([selects + count + 1, failures + 1]);
    expect(await counts("COMMIT")).toEqual([commits, 0]);

    const before = await pool();
    expect(before).toMatchObject({ "count used": count, "count idle": 0, pending_requests: 0, timeouts: 0 });
    const waiting = database.manager.query("SELECT 1");
    while ((await pool())["pending_requests"] !== 1) await setImmediate();
    expect(await pool()).toMatchObject({ "count used": count });
    await release();
    await waiting;
    const after = await pool();
    expect(after).toMatchObject({ "count used": 0, "count idle": count, pending_requests: 0, timeouts: 0 });
    expect(after["wait_time"]).toBeGreaterThan(before["wait_time"] as number);
    expect(await counts("COMMIT")).toEqual([commits + count, 0]);
    await database.close();
  });
});

onMariadb("a pool whose connections are all in use", () => {
  test("counts who got none in time, and who is cut", async () => {
    const { database, pool } = await measured(mariadb, 500);
    const release = await hold(database, 10);
    await expect(database.manager.query("SELECT 1")).rejects.toThrow("no connection became free in time");
    expect(await pool()).toMatchObject({ "count used": 10, pending_requests: 0, timeouts: 1 });
    await release();
    expect(await pool()).toMatchObject({ "count used": 0, "count idle": 10, pending_requests: 0, timeouts: 1 });
    await database.close();
  });
});

onMariadb("the statements of the ledger's thread", () => {
  test("are measured like those of the main thread, until the thread has ended", async () => {
    const { database, pool, counts } = await measured(mariadb);
    const ledger = await openLedger(database, {
      policy,
      rates: () => twoForOne,
      now: () => someDayMs,
      openWriter: async () => threadOf(database),
    });
    const owner = randomUUID();
    await storedWallets(database).open(newWallet(owner));
    expect(entryOf(await ledger.submit(deposit(owner, 1n))).sequence).toBe(1);
    const [batches = 0, failures] = await counts("BATCH");
    expect([batches > 1, failures]).toEqual([true, 0]);
    expect(await pool("scripts")).toMatchObject({ "count used": 0, "count idle": 1, pending_requests: 0, timeouts: 0 });
    await expect(ledger.submit(deposit(owner, 1n, { id: "x".repeat(37) }))).rejects.toThrow();
    expect((await counts("BATCH"))[1]).toBeGreaterThan(0);
    await ledger.close();
    expect(await pool("scripts")).toMatchObject({ "count used": 0, "count idle": 0 });
    await database.close();
  });
});
