import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import mysql from "mysql2/promise";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { openServiceDatabase } from "../../server/app/tables.ts";
import { openBackupFixture, passphraseBytes, restore, restoreToServer } from "../modules/backup/backup-fixture.ts";
import { mariadb, onEveryDatabase, type TestDatabase, type TestLocation } from "../support/database/databases.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { quickStretching } from "../support/vault/constants.ts";

const later = "GatherFromTheFuture1999999999999";

onEveryDatabase("a schema that a newer version has migrated", (engine) => {
  /** A database as the version that comes after this one leaves it, and its backup. */
  async function newer() {
    const location = await engine.createForTest();
    const fixture = await openBackupFixture(location, { directory: temporaryDirectory() });
    await fixture.addIdentity();
    await fixture.database.manager.query(`INSERT INTO migrations (timestamp, name) VALUES (1999999999999, '${later}')`);
    const { name } = await fixture.backups.create();
    await fixture.close();
    return { location, path: join(fixture.directory, name) };
  }

  test.each([
    ["a start", true],
    ["a start that may not migrate", false],
  ])("is refused by %s, which names both and writes nothing", async (_, mayMigrate) => {
    const { location } = await newer();
    const before = await contentOf(engine, location);
    const refused = await openServiceDatabase(location, { mayMigrate }).catch((error: Error) => error.message);
    expect(refused).toContain(later);
    expect(refused).toContain(`version ${manifest.version}`);
    expect(refused).toContain("Nothing was written. Start the version that migrated it");
    expect(await contentOf(engine, location)).toEqual(before);
  });

  test("is refused by a restore of its backup, which leaves nothing", async () => {
    const { path } = await newer();
    const opening = () => ({ path, passphrase: passphraseBytes(), stretching: quickStretching });
    const directory = join(temporaryDirectory(), "new");
    await expect(restore({ ...opening(), directory })).rejects.toThrow(later);
    expect(existsSync(directory)).toBe(false);
    if (engine.kind === "sqlite") return;
    const target = await mariadb.createForTest();
    await expect(restoreToServer(opening(), target)).rejects.toThrow(later);
    expect(await contentOf(engine, target)).toEqual([]);
  });
});

/** The bytes of a database's file, or the tables of one on a server, with the times at which they were created and written. */
async function contentOf(engine: TestDatabase, { dataDirectory, databaseServer }: TestLocation): Promise<unknown> {
  if (engine.kind === "sqlite" || databaseServer === undefined) {
    return readFileSync(join(dataDirectory, "platonic.sqlite")).toString("base64");
  }
  const { hosts, user, password, socketPath, database } = databaseServer;
  const options = { ...hosts[0], user, password, socketPath, database } as mysql.ConnectionOptions;
  const connection = await mysql.createConnection(options);
  onTestFinished(() => connection.end());
  const [tables] = await connection.query(
    "SELECT TABLE_NAME, TABLE_ROWS, CREATE_TIME, UPDATE_TIME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = DATABASE()",
  );
  return tables;
}
