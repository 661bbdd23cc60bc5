// @module-tag slow/mariadb

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openServiceDatabase, recordUnrecordedActs } from "../../../server/app/tables.ts";
import { migrations } from "../../../server/database/migrations/index.ts";
import type { Database } from "../../../server/database/source.ts";
import { auditFindings, restoreAction, storedAuditRecords } from "../../../server/modules/audit/index.ts";
import { mariadb, onEveryDatabase, onMariadb } from "../../support/database/databases.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import { openBackupFixture, passphraseBytes, restoreToServer } from "../backup/backup-fixture.ts";

const names = migrations.map(({ name }) => name);

/** The records of a database, oldest first, in an audit log without a finding. */
async function recordsOf(database: Database) {
  const records = storedAuditRecords(database);
  expect((await auditFindings(records)).findings).toEqual([]);
  const all = await records.after(0, 100);
  return all.map(({ action, result, plain }) => ({ action, result, ...JSON.parse(plain) }));
}

onEveryDatabase("changes of the schema", (engine) => {
  test("are recorded by the next start, once, where their process was killed before it could record them", async () => {
    const location = await engine.createForTest();
    const killed = await openServiceDatabase(location, { migratingAct: "program.migrate" });
    expect(await recordsOf(killed)).toEqual([]);
    await killed.close();
    const recorded = [
      { action: "program.migrate", result: "OK", migrations: String(names.length), last: names.at(-1) },
    ];
    for (let starts = 0; starts < 2; starts++) {
      const database = await openServiceDatabase(location, { migratingAct: "service.migrate" });
      await recordUnrecordedActs(database);
      expect(await recordsOf(database)).toEqual(recorded);
      await database.close();
    }
  });

  test("have one record, whoever of several processes writes it", async () => {
    const location = await engine.createForTest();
    const open = () => openServiceDatabase(location, { migratingAct: "service.migrate" });
    const databases = await Promise.all([open(), open(), open()]);
    // Connections of one process to SQLite would wait for each other without end.
    if (engine.kind === "sqlite") for (const one of databases) await recordUnrecordedActs(one);
    else await Promise.all(databases.map(recordUnrecordedActs));
    const [database] = databases;
    expect(await recordsOf(database as Database)).toMatchObject([{ action: "service.migrate" }]);
    await Promise.all(databases.map((one) => one.close()));
  });

  test("stay unrecorded while their record cannot be written, and are recorded then", async () => {
    const location = await engine.createForTest();
    const database = await openServiceDatabase(location, { migratingAct: "service.migrate" });
    await database.manager.query("ALTER TABLE audit_chain RENAME TO audit_chain_away");
    await expect(recordUnrecordedActs(database)).rejects.toThrow("audit_chain");
    await database.manager.query("ALTER TABLE audit_chain_away RENAME TO audit_chain");
    await recordUnrecordedActs(database);
    expect(await recordsOf(database)).toMatchObject([{ action: "service.migrate" }]);
    await database.close();
  });
});

onMariadb("a restore into a server", () => {
  test("is recorded by the next start, once, where its process was killed before it could record it", async () => {
    const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() });
    onTestFinished(() => fixture.close());
    const { name } = await fixture.backups.create();
    const target = await mariadb.createForTest();
    const opening = { passphrase: passphraseBytes(), stretching: quickStretching, action: restoreAction };
    await restoreToServer({ path: join(fixture.directory, name), ...opening }, target);
    for (let starts = 0; starts < 2; starts++) {
      const database = await openServiceDatabase(target, { migratingAct: "service.migrate" });
      await recordUnrecordedActs(database);
      const restored = (await recordsOf(database)).filter(({ action }) => action === restoreAction);
      expect(restored).toEqual([{ action: restoreAction, result: "OK", backup: name }]);
      await database.close();
    }
  });
});
