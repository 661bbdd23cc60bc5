// @module-tag slow/kills

import type { DataSource } from "typeorm";
import { beforeAll, expect, it } from "vitest";
import { migrations } from "../../server/database/migrations/index.ts";
import { openMysql } from "../../server/database/mysql/mysql.ts";
import { openSqlite } from "../../server/database/sqlite/sqlite.ts";
import { onEveryDatabase, type TestLocation } from "../support/database/databases.ts";
import { schemaOf } from "../support/database/schema.ts";
import { Random } from "../support/laws/random.ts";
import { fuzzSeed as seed } from "../support/laws/seed.ts";
import { migrateInProcess } from "./migrations-in-process.ts";

const kills = Number(process.env["FUZZ_MIGRATION_KILLS"] ?? 8);
const leaseSeconds = 1;

function open({ dataDirectory, databaseServer }: TestLocation, known = migrations): Promise<DataSource> {
  return databaseServer === undefined
    ? openSqlite(dataDirectory, [], { known })
    : openMysql(databaseServer, [], { known, leaseSeconds });
}

/** Makes a database of an earlier version, with rows that migrations move. */
async function makeEarlier(location: TestLocation): Promise<void> {
  const source = await open(location, migrations.slice(0, 7));
  for (const id of ["r", "s"]) {
    await source.query(
      "INSERT INTO sessions (id, digest, identity_id, client_id, key_id, auth_level, permissions, created_at, " +
        "last_used_at, expires_at) VALUES (?, ?, 'i', 'app', 'key', 2, '[]', 1000, 2000, 9000)",
      [id, Buffer.alloc(32, id)],
    );
    await source.query("INSERT INTO rotation_states VALUES (?, 'app', 1, 77, 'jti')", [id]);
  }
  await source.destroy();
}

onEveryDatabase("a start that is killed while it migrates", (engine) => {
  let schema: string[];
  let statements: number;

  beforeAll(async () => {
    const location = await engine.create();
    statements = (await migrateInProcess({ location, leaseSeconds })) as number;
    const source = await open(location);
    schema = await schemaOf(source);
    await source.destroy();
    await location.remove();
  });

  it.each(Array.from({ length: kills }, (_, index) => index))(
    `is taken up by the next one, with the same schema and rows, kill %i (FUZZ_SEED=${seed} FUZZ_MIGRATION_KILLS=${kills})`,
    async (index) => {
      const random = new Random(seed + index * 104_729);
      const location = await engine.createForTest();
      const isUpgrade = random.chance(0.4);
      if (isUpgrade) await makeEarlier(location);
      let tasks = 0;
      do {
        const turns = random.pick([-1, undefined, random.below(30)]);
        const statement = 1 + random.below(statements);
        await migrateInProcess({ location, statement, leaseSeconds, ...(turns !== undefined && { turns }) });
      } while (++tasks < 3 && random.chance(0.5));

      const source = await open(location);
      expect(await schemaOf(source)).toEqual(schema);
      expect(await source.query("SELECT name FROM migrations ORDER BY id")).toEqual(migrations.map(nameOf));
      expect(await source.query("SELECT id FROM ledger_turn")).toHaveLength(1);
      const sessions = await source.query("SELECT id, revoked_at FROM sessions ORDER BY id");
      const ended = ["r", "s"].map((id) => ({ id, revoked_at: 1_000n }));
      expect(sessions).toEqual(isUpgrade ? ended : []);
      const states = await source.query("SELECT last_n FROM rotation_states");
      expect(states).toEqual(isUpgrade ? [{ last_n: 77n }, { last_n: 77n }] : []);
      await source.destroy();
    },
  );
});

function nameOf({ name }: { name: string }): { name: string } {
  return { name };
}
