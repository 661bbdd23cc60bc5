// @module-tag slow/kills

import { expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { readDatabaseUrl } from "../../server/database/mysql/database-url.ts";
import { createOn, onMariadb } from "../support/database/databases.ts";
import { startMariadb } from "../support/database/mariadb.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { startServer } from "../support/server.ts";

interface Line {
  readonly level: number;
  readonly outage?: string;
  readonly cause?: string;
  readonly err?: unknown;
  readonly msg: string;
}

async function start() {
  const mariadb = await startMariadb();
  onTestFinished(() => mariadb.remove());
  const location = await createOn(mariadb.url);
  const { database } = location.databaseServer as { database: string };
  const asRoot = readDatabaseUrl(mariadb.url(database, "root"));
  const serve = async (environment = {}) => {
    const server = await startServer({ ...location.environment, ...environment });
    onTestFinished(() => server.close());
    const health = async () => {
      const http = await fetch(`${server.url}/readyz`);
      const { status } = (await server.post("/grpc.health.v1.Health/Check", {})).body;
      return [http.status, ((await http.json()) as { reason?: string }).reason, status] as const;
    };
    const lines = () =>
      server.log
        .join("")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Line);
    return { server, health, lines };
  };
  return { mariadb, database, asRoot, serve };
}

const ready = [200, undefined, "SERVING"];

onMariadb("a server whose database", () => {
  it("can only be read is not ready, and says so over HTTP, gRPC and to callers", async () => {
    const { asRoot, serve } = await start();
    const { server, health, lines } = await serve();
    const root = await openServiceDatabase({ dataDirectory: "", databaseServer: asRoot });
    onTestFinished(() => root.close());
    expect(await health()).toEqual(ready);
    await root.manager.query("SET GLOBAL read_only = ON");
    const { status, body } = await new ApiClient(server).call("POST", "/api/identities/create", { username: "adaada" });
    expect([status, body.error.message]).toEqual([
      503,
      "The database can only be read; repeat the call with the same ids.",
    ]);
    expect(await health()).toEqual([503, "the database can only be read", "NOT_SERVING"]);
    await root.manager.query("SET GLOBAL read_only = OFF");
    await expect.poll(health).toEqual(ready);
    expect(lines().filter(({ outage }) => outage !== undefined)).toMatchObject([
      { outage: "the database can only be read", cause: expect.stringContaining("--read-only") },
    ]);
  });

  it("grants its user only to read is not ready", async () => {
    const { asRoot, database, mariadb, serve } = await start();
    await serve();
    const root = await openServiceDatabase({ dataDirectory: "", databaseServer: asRoot });
    onTestFinished(() => root.close());
    await root.manager.query("CREATE USER reader@'%' IDENTIFIED BY 'reading'");
    await root.manager.query(`GRANT SELECT ON ${database}.* TO reader@'%'`);
    const { health } = await serve({ DATABASE_URL: mariadb.url(database, "reader:reading") });
    expect(await health()).toEqual([503, "the service's user of the database may not write", "NOT_SERVING"]);
    await root.manager.query(`GRANT ALL ON ${database}.* TO reader@'%'`);
  });

  it.each([
    [
      "may ask no more in this hour",
      "WITH MAX_QUERIES_PER_HOUR 1",
      "The service's user of the database has reached a limit",
    ],
    [
      "may take no time for a statement",
      "WITH MAX_STATEMENT_TIME 0.000001",
      "The database allows a statement too little time",
    ],
    ["is locked", "ACCOUNT LOCK", "The database refuses the service's user"],
    ["has another password", "IDENTIFIED BY 'changed'", "The database refuses the service's user"],
    ["must use TLS", "REQUIRE SSL", "The database refuses the service's user"],
    ["has a password that has expired", "PASSWORD EXPIRE", "The database refuses the service's user"],
  ])("has a user that %s refuses calls as unavailable, and serves them afterwards", async (_, change, outage) => {
    const { asRoot, database, mariadb, serve } = await start();
    const root = await openServiceDatabase({ dataDirectory: "", databaseServer: asRoot });
    onTestFinished(() => root.close());
    const grant = async () => {
      await root.manager.query("CREATE OR REPLACE USER limited@'%' IDENTIFIED BY 'limited'");
      await root.manager.query(`GRANT ALL ON ${database}.* TO limited@'%'`);
    };
    await grant();
    const { server, health } = await serve({ DATABASE_URL: mariadb.url(database, "limited:limited") });
    const api = new ApiClient(server);
    const make = (username: string) => api.call("POST", "/api/identities/create", { username });
    const made = await make("before");
    expect(made.status).toBe(200);
    await root.manager.query(`ALTER USER limited@'%' ${change}`);
    // Connections keep what they were opened with.
    await root.manager.query("KILL USER limited");
    const { status, body } = await make("meanwhile");
    expect([status, body.error.code, body.error.message]).toEqual([
      503,
      "UNAVAILABLE",
      `${outage}; repeat the call with the same ids.`,
    ]);
    expect((await health())[0]).toBe(503);
    await grant();
    await root.manager.query("KILL USER limited");
    const path = `/api/identities/${made.body.result.identity.id}`;
    await expect.poll(async () => (await api.call("GET", path)).status).toBe(200);
    await expect.poll(health).toEqual(ready);
  });

  it("is dropped refuses calls as unavailable", async () => {
    const { asRoot, database, mariadb, serve } = await start();
    const { server, health } = await serve({ DATABASE_URL: mariadb.url(database, "root") });
    const other = await createOn(mariadb.url);
    onTestFinished(() => other.remove());
    const { database: beside } = other.databaseServer as { database: string };
    const root = await openServiceDatabase({ dataDirectory: "", databaseServer: { ...asRoot, database: beside } });
    onTestFinished(() => root.close());
    await root.manager.query(`DROP DATABASE ${database}`);
    const [{ own }] = await root.manager.query("SELECT CONNECTION_ID() AS own");
    for (const { ID } of await root.manager.query(
      `SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'root' AND ID <> ${own}`,
    ))
      await root.manager.query(`KILL ${ID}`);
    const { status, body } = await new ApiClient(server).call("POST", "/api/identities/create", { username: "ada" });
    expect([status, body.error.code]).toEqual([503, "UNAVAILABLE"]);
    expect((await health())[0]).toBe(503);
  });

  it("is away logs that once with the cause, and once when it is back", async () => {
    const { mariadb, serve } = await start();
    const { server, health, lines } = await serve();
    const api = new ApiClient(server);
    expect(await health()).toEqual(ready);
    await mariadb.kill();
    for (let n = 0; n < 200; n++) {
      expect((await api.call("POST", "/api/identities/create", { username: `user${n}` })).status).toBe(503);
    }
    for (const path of ["/v1/admin/backups", "/v1/admin/ledger/check"]) {
      const { status, body } = await server.post(path, {});
      expect([path, status, body.error.message]).toEqual([path, 503, expect.stringMatching(/^The database is not/)]);
    }
    expect(await health()).toEqual([503, "the database is not available", "NOT_SERVING"]);
    await mariadb.start();
    await expect.poll(health).toEqual(ready);
    const loud = lines().filter(({ level, err }) => level >= 50 || err !== undefined);
    expect(loud).toMatchObject([{ outage: "the database is not available", cause: expect.stringMatching(/\S/) }]);
    expect(lines().filter(({ msg }) => msg === "the database stores changes again")).toHaveLength(1);
  });
});
