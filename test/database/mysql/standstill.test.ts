// @module-tag slow/kills

import { expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { databaseOutage } from "../../../server/database/outage.ts";
import { createOn, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";
import { startProgram } from "../../support/program.ts";
import { operatorKey } from "../../support/server.ts";

/** The least that operators may set. */
const timeoutMs = 2_000;

async function startServers() {
  const mariadb = await startMariadb();
  onTestFinished(() => mariadb.remove());
  const location = await createOn(mariadb.url);
  const url = `${location.environment["DATABASE_URL"]}&timeoutMs=${timeoutMs}`;
  return { mariadb, location: { ...location, databaseServer: readDatabaseUrl(url) }, url };
}

onMariadb("a server of a database that stands still", () => {
  it("is alive and not ready, refuses calls as unavailable, and serves again", async () => {
    const { mariadb, location, url } = await startServers();
    const program = await startProgram({ environment: { ...location.environment, DATABASE_URL: url } });
    onTestFinished(() => program.stop());
    const headers = { Authorization: `Bearer ${operatorKey}` };
    const ask = (path: string) => fetch(program.url + path, { headers });
    const list = "/v1/admin/keys";
    expect((await ask(list)).status).toBe(200);

    await mariadb.suspend();
    // More calls than there are connections: those that wait for one are refused, too.
    const calls = Array.from({ length: 40 }, () => ask(list));
    for (let probe = 0; probe < 3; probe++) expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));

    mariadb.resume();
    await expect.poll(async () => (await ask("/readyz")).status).toBe(200);
    const after = await Promise.all(Array.from({ length: 40 }, () => ask(list)));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
    await program.expectRunning();
  });
});

onMariadb("a database that stands still", () => {
  it("fails what waits on a connection, and the connection is thrown away", async () => {
    const { mariadb, location } = await startServers();
    const { manager, transact, dialect, close } = await openServiceDatabase(location);
    onTestFinished(close);
    const idOf = async () => Number((await manager.query("SELECT CONNECTION_ID() AS id"))[0].id);
    const before = await idOf();
    await mariadb.suspend();
    const outcomes = await Promise.allSettled([
      manager.query("SELECT 1"),
      transact((own) => own.query("SELECT 2")),
      transact(async (own) => Promise.all([own.query("SELECT 3"), own.query("SELECT 4")])),
    ]);
    for (const { status, reason } of outcomes as PromiseRejectedResult[]) {
      expect(status).toBe("rejected");
      expect(databaseOutage(dialect, reason)).toBe("the database is not available");
    }
    mariadb.resume();
    await expect.poll(() => idOf().catch(() => 0)).toBeGreaterThan(before);
  });

  it("gives rows of a long stream all the time that they need", async () => {
    const { location } = await startServers();
    const { manager, close } = await openServiceDatabase(location);
    onTestFinished(close);
    const runner = manager.connection.createQueryRunner();
    onTestFinished(() => runner.release());
    const slow = `SELECT SLEEP(${timeoutMs / 1_000}) AS n UNION ALL SELECT SLEEP(0.2)`;
    const rows = (await runner.stream(slow)) as AsyncIterable<{ n: bigint }>;
    const read: bigint[] = [];
    for await (const { n } of rows) read.push(n);
    expect(read).toEqual([0n, 0n]);
  });
});
