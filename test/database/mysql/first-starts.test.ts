// @module-tag slow/programs

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../../server/database/migrations/index.ts";
import { readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { type GaleraCluster, galeraProblem, startGalera } from "../../support/database/galera.ts";
import { migrateInProcess } from "../migrations-in-process.ts";

const rounds = Number(process.env["FUZZ_FIRST_STARTS"] ?? 3);
const isSkipped = galeraProblem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`first starts on a cluster${isSkipped ? ` (skipped: ${galeraProblem})` : ""}`, () => {
  let cluster: GaleraCluster;
  beforeAll(async () => {
    cluster = await startGalera();
  });
  afterAll(() => cluster?.remove());

  it.each(Array.from({ length: rounds }, (_, round) => round))(
    `of three processes at once on three nodes all succeed, round %i (FUZZ_FIRST_STARTS=${rounds})`,
    async (round) => {
      const name = `platonic_${round}`;
      await cluster.nodes[0]?.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      for (const node of cluster.nodes) {
        while ((await node.query(`SHOW DATABASES LIKE '${name}'`)).length === 0);
      }
      await Promise.all(
        cluster.nodes.map((node) => {
          const databaseServer = readDatabaseUrl(cluster.url(name, [node]));
          return migrateInProcess({ location: { dataDirectory: "/dev/null", databaseServer } });
        }),
      );
      for (const node of cluster.nodes) {
        const held = `SELECT id FROM ${name}.migration_lease WHERE holder IS NOT NULL`;
        while ((await node.query(held)).length > 0);
        const applied = await node.query(`SELECT name FROM ${name}.migrations ORDER BY id`);
        expect(applied.map((row) => row["name"])).toEqual(migrations.map((migration) => migration.name));
      }
      await cluster.nodes[0]?.query(`DROP DATABASE ${name}`);
    },
  );
});
