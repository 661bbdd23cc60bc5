// @module-tag slow/exhaustive

import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tables } from "../../../server/app/every-table.ts";
import { restoreChecks, sealedColumns } from "../../../server/app/restore-checks.ts";
import { inspect } from "../../../server/modules/backup/inspection.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import {
  type BackupFixtureMembers,
  openBackupFixture,
  passphraseBytes,
  restore,
  restoreTest,
} from "./backup-fixture.ts";

async function fixtureForTest(members: BackupFixtureMembers = {}) {
  const fixture = await openBackupFixture({ dataDirectory: temporaryDirectory() }, members);
  onTestFinished(() => fixture.close());
  return fixture;
}

describe("the table of sealed columns", () => {
  /** The column that the vault opens itself, in the check of signing keys. */
  const signingKeys = "vault_signing_keys.sealed_private_key";

  it("names every column of the database with the prefix sealed, and no other", () => {
    const called = tables.flatMap(({ options: { tableName, columns } }) =>
      Object.entries(columns)
        .map(([property, column]) => column?.name ?? property)
        .filter((column) => /^sealed/i.test(column))
        .map((column) => `${tableName}.${column}`),
    );
    expect(called.length).toBeGreaterThan(7);
    expect([...sealedColumns.map(({ table, column }) => `${table}.${column}`), signingKeys].sort()).toEqual(
      called.sort(),
    );
  });
});

describe("a restore test", () => {
  it("finds no problem in a valid backup, and opens every sealed value", async () => {
    const fixture = await fixtureForTest();
    for (let index = 0; index < 120; index++) await fixture.addIdentity();
    const { name } = await fixture.backups.create();
    const report = await fixture.backups.restoreTest();
    expect(report).toMatchObject({ name, problems: [] });
    const counts = new Map(report?.counts.map(({ what, number }) => [what, number]));
    for (const what of [
      "rows of identities",
      "opened of identities.sealed_private",
      "opened of rotation_keys.sealed_secret",
      "opened of vault_signing_keys.sealed_private_key",
    ]) {
      expect(counts.get(what), what).toBe(120);
    }
    expect(counts.get("opened of vault_data_keys.wrapped_key")).toBe(360);
  });

  it("has no report when there is no backup", async () => {
    const fixture = await fixtureForTest();
    expect(await fixture.backups.restoreTest()).toBeUndefined();
  });

  it.each([
    ["identities", "sealed_private"],
    ["rotation_keys", "sealed_secret"],
    ["vault_signing_keys", "sealed_private_key"],
    ["vault_data_keys", "wrapped_key"],
  ])("finds a value of %s.%s that does not open", async (table, column) => {
    const fixture = await fixtureForTest();
    for (let index = 0; index < 3; index++) await fixture.addIdentity();
    const spoilt = `${column} = SUBSTR(${column}, 1, LENGTH(${column}) - 1) || x'00' || x'00'`;
    await fixture.database.manager.query(
      `UPDATE ${table} SET ${spoilt} WHERE rowid = (SELECT MIN(rowid) FROM ${table})`,
    );
    await fixture.backups.create();
    expect((await fixture.backups.restoreTest())?.problems).toContainEqual(
      expect.stringMatching(new RegExp(`^${table}\\.${column}: 1 of [39] do not open$`)),
    );
  });

  it("finds that a key-encryption key is missing", async () => {
    const fixture = await fixtureForTest();
    await fixture.addIdentity();
    await fixture.database.manager.query("DELETE FROM vault_key_encryption_keys");
    await fixture.backups.create();
    expect((await fixture.backups.restoreTest())?.problems).toContain(
      "vault_data_keys.wrapped_key: 3 of 3 do not open",
    );
  });

  it("finds a value that was copied to another row", async () => {
    const fixture = await fixtureForTest();
    const [first, second] = [await fixture.addIdentity(), await fixture.addIdentity()];
    const other = "(SELECT sealed_private FROM identities WHERE id = ?)";
    await fixture.database.manager.query(`UPDATE identities SET sealed_private = ${other} WHERE id = ?`, [
      first,
      second,
    ]);
    await fixture.backups.create();
    expect((await fixture.backups.restoreTest())?.problems).toEqual(["identities.sealed_private: 1 of 2 do not open"]);
  });

  it("finds a public key that does not belong to the private one", async () => {
    const fixture = await fixtureForTest();
    await fixture.addIdentity();
    await fixture.database.manager.query("UPDATE vault_signing_keys SET public_key = ?", [Buffer.alloc(32, 1)]);
    await fixture.backups.create();
    expect((await fixture.backups.restoreTest())?.problems).toEqual([
      "vault_signing_keys.sealed_private_key: 1 of 1 do not open",
    ]);
  });

  it("finds an index that does not match its table", async () => {
    const fixture = await fixtureForTest();
    await fixture.addIdentity();
    const { manager } = fixture.database;
    await manager.query("PRAGMA wal_checkpoint(TRUNCATE)");
    const [index] = await manager.query("SELECT rootpage FROM sqlite_schema WHERE name = 'signing_keys_of_identity'");
    const [size] = await manager.query("PRAGMA page_size");
    // Simulates a disk fault: other bytes at the end of the page, where the entries of the index are.
    const file = openSync(join(fixture.location.dataDirectory, "platonic.sqlite"), "r+");
    writeSync(file, Buffer.alloc(30, 0x61), 0, 30, Number(index.rootpage * size.page_size) - 30);
    closeSync(file);
    await fixture.backups.create();
    const problems = (await fixture.backups.restoreTest())?.problems ?? [];
    expect(problems.some((line) => line.startsWith("the database"))).toBe(true);
  });

  it("finds that the vault is missing", async () => {
    const fixture = await fixtureForTest();
    await fixture.database.manager.query("DELETE FROM vault_root");
    await fixture.backups.create();
    expect((await fixture.backups.restoreTest())?.problems).toEqual(["the backup contains no vault"]);
  });

  it("leaves an unfinished rotation unchanged, and opens every value", async () => {
    const fixture = await fixtureForTest();
    for (let index = 0; index < 3; index++) await fixture.addIdentity();
    const made = await fixture.backups.create();
    const directory = join(temporaryDirectory(), "new");
    await restore({
      path: join(fixture.directory, made.name),
      directory,
      passphrase: passphraseBytes(),
      stretching: quickStretching,
    });
    const other = await openBackupFixture({ dataDirectory: directory });
    onTestFinished(() => other.close());
    // A key that is not destroyed yet: as if the process had ended after the last batch.
    const sealed = await other.database.manager.query("SELECT wrapped_key FROM vault_key_encryption_keys");
    await other.vault.rotateNow();
    await other.database.manager.query(
      "UPDATE vault_key_encryption_keys SET state = 'decrypt-only', wrapped_key = ?, destroyed_at = NULL WHERE version = 1",
      [sealed[0].wrapped_key],
    );
    const finding = await inspect(directory, passphraseBytes(), quickStretching, restoreChecks);
    expect(finding.problems).toEqual([]);
    const states = await other.database.manager.query("SELECT state FROM vault_key_encryption_keys ORDER BY version");
    expect(states).toEqual([{ state: "decrypt-only" }, { state: "active" }]);
  });

  it("finds a backup that was changed, and one with another passphrase", async () => {
    const fixture = await fixtureForTest();
    const { name } = await fixture.backups.create();
    const path = join(fixture.directory, name);
    const wrong = { path, stretching: quickStretching, readPassphrase: () => passphraseBytes("another passphrase") };
    const never = new AbortController().signal;
    const unread = { ...wrong, folder: temporaryDirectory() };
    expect((await restoreTest(unread, never)).problems).toEqual([
      "the passphrase is not the one that the backup was made with",
    ]);
    const bytes = readFileSync(path);
    bytes[bytes.length - 20] = (bytes.at(-20) as number) ^ 1;
    writeFileSync(path, bytes);
    expect((await fixture.backups.restoreTest())?.problems).toEqual([
      "the backup is damaged: it was changed or is incomplete",
    ]);
  });

  it("does not block the thread that serves callers", { tags: ["slow/load"] }, async () => {
    const fixture = await fixtureForTest();
    for (let index = 0; index < 300; index++) await fixture.addIdentity();
    await fixture.backups.create();
    const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()];
    await fixture.backups.restoreTest();
    // Processor time and not elapsed time, which depends on what else the machine does.
    expect(process.threadCpuUsage(own).user).toBeLessThan(process.cpuUsage(whole).user / 2);
  });
});
