// @module-tag slow/programs

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { storedCallWindows } from "../../../server/access/store/call-windows.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { type GaleraCluster, galeraProblem, startGalera } from "../../support/database/galera.ts";

const isSkipped = galeraProblem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`shared windows on a cluster${isSkipped ? ` (skipped: ${galeraProblem})` : ""}`, () => {
  let cluster: GaleraCluster;
  beforeAll(async () => {
    cluster = await startGalera();
  });
  afterAll(() => cluster?.remove());

  test("grant each use once, though each process has a node of its own", async () => {
    await cluster.nodes[0]?.query("CREATE DATABASE platonic_windows CHARACTER SET utf8mb4");
    const windows: ReturnType<typeof storedCallWindows>[] = [];
    for (const node of cluster.nodes) {
      while ((await node.query("SHOW DATABASES LIKE 'platonic_windows'")).length === 0);
      const databaseServer = readDatabaseUrl(cluster.url("platonic_windows", [node]));
      // The first brings the schema up to date.
      const database = await openServiceDatabase({ dataDirectory: "/dev/null", databaseServer });
      onTestFinished(() => database.close());
      windows.push(storedCallWindows(database));
    }
    const request = { key: "one", countMax: 60, windowMs: 600_000, wanted: 1, spent: 0 };
    const granted: number[] = [];
    const ask = async (one: (typeof windows)[number]) => {
      for (let asked = 0; asked < 30; asked++) granted.push((await one.lease(request)).granted);
    };
    await Promise.all(windows.map(ask));
    expect(granted.reduce((sum, count) => sum + count)).toBe(60);
  });
});
