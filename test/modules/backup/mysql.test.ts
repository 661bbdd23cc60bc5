// @module-tag slow/exhaustive

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { migrations } from "../../../server/database/migrations/index.ts";
import { openMysql } from "../../../server/database/mysql/mysql.ts";
import { decodeRecords, encodeRecord, type RowRecord } from "../../../server/database/snapshot/row-records.ts";
import { fillSqlite } from "../../../server/database/snapshot/rows-in.ts";
import { rowsOf } from "../../../server/database/snapshot/rows-out.ts";
import { snapshotOf } from "../../../server/database/snapshot/snapshot.ts";
import { contentsOf } from "../../support/database/contents.ts";
import { mariadb, onMariadb } from "../../support/database/databases.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import { openBackupFixture, passphraseBytes, restore, restoreToServer } from "./backup-fixture.ts";

onMariadb("a backup of a database on a server", () => {
  /** By default with more rows than go into one statement. */
  async function filled(count = 250) {
    const location = await mariadb.createForTest();
    const fixture = await openBackupFixture(location);
    onTestFinished(() => fixture.close());
    const ids = [];
    for (let index = 0; index < count; index++) ids.push(await fixture.addIdentity());
    return { location, fixture, ids };
  }
  const opening = (path: string) => ({ path, passphrase: passphraseBytes(), stretching: quickStretching });

  it("taken during writes is consistent, passes a restore test, and restores to a server and to a folder", async () => {
    const { fixture, ids } = await filled();
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        await fixture.addIdentity();
        await turn();
      }
    })();
    const { name } = await fixture.backups.create();
    isDone = true;
    await writing;
    const report = await fixture.backups.restoreTest();
    expect(report?.problems).toEqual([]);
    const counts = new Map(report?.counts.map(({ what, number }) => [what, number]));
    expect(counts.get("opened of identities.sealed_private")).toBeGreaterThanOrEqual(ids.length);
    // Consistent: no identity is without its keys.
    expect(counts.get("rows of signing_keys")).toBe(counts.get("rows of identities"));
    expect(counts.get("rows of rotation_keys")).toBe(counts.get("rows of identities"));

    const path = join(fixture.directory, name);
    const target = await mariadb.createForTest();
    expect((await restoreToServer(opening(path), target)).problems).toEqual([]);
    const onServer = await openBackupFixture(target);
    onTestFinished(() => onServer.close());
    const directory = join(temporaryDirectory(), "new");
    expect((await restore({ ...opening(path), directory })).problems).toEqual([]);
    const inFolder = await openServiceDatabase({ dataDirectory: directory });
    onTestFinished(() => inFolder.close());
    expect(await contentsOf(inFolder)).toEqual(await contentsOf(onServer.database));
    const rows = (await onServer.database.manager.query("SELECT id FROM identities")) as { id: string }[];
    for (const id of ids) expect(rows.some((row) => row.id === id)).toBe(true);
    await onServer.addIdentity();
  });

  it("contains every row, to the byte", async () => {
    const { fixture } = await filled();
    const path = join(fixture.directory, (await fixture.backups.create()).name);
    const target = await mariadb.createForTest();
    expect((await restoreToServer(opening(path), target)).problems).toEqual([]);
    const database = await mariadb.open(target);
    expect(await contentsOf(database)).toEqual(await contentsOf(fixture.database));
  });

  it("is not restored into a database that has tables", async () => {
    const { location, fixture } = await filled(20);
    const path = join(fixture.directory, (await fixture.backups.create()).name);
    const before = await contentsOf(fixture.database);
    await expect(restoreToServer(opening(path), location)).rejects.toThrow("without tables");
    expect(await contentsOf(fixture.database)).toEqual(before);
  });

  it("contains nothing that was written after it began, in any table", async () => {
    const { fixture, ids } = await filled(20);
    const rows = rowsOf(fixture.database.manager.connection);
    await rows.next();
    for (let index = 0; index < 3; index++) await fixture.addIdentity();
    const counts = new Map<string, number>();
    let table = "";
    for await (const record of decodeRecords(rows)) {
      if (record.type === "table") table = record.table;
      if (record.type === "row") counts.set(table, (counts.get(table) ?? 0) + 1);
    }
    for (const name of ["identities", "signing_keys", "rotation_keys", "vault_signing_keys"]) {
      expect(counts.get(name), name).toBe(ids.length);
    }
  });

  it("that turns out to be damaged at its end leaves nothing", async () => {
    const { fixture } = await filled();
    const path = join(fixture.directory, (await fixture.backups.create()).name);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    writeFileSync(path, bytes);
    const target = await mariadb.createForTest();
    await expect(restoreToServer(opening(path), target)).rejects.toMatchObject({ reason: "damaged" });
    const source = await openMysql(target.databaseServer as NonNullable<typeof target.databaseServer>, [], {
      known: [],
    });
    onTestFinished(() => source.destroy());
    expect(await source.query("SHOW TABLES LIKE 'identities'")).toEqual([]);
  });

  it("that is aborted midway leaves the connections usable", async () => {
    const { fixture } = await filled(20);
    const closing = await openBackupFixture(fixture.location);
    const answer = expect(closing.backups.create()).rejects.toMatchObject({ reason: "closed" });
    await closing.close();
    await answer;
    const broken = await openBackupFixture(fixture.location, {
      snapshot: {
        kind: "mysql",
        async take(folder, signal) {
          const bytes = await snapshotOf(fixture.database, fixture.location.dataDirectory).take(folder, signal);
          return (async function* () {
            for await (const some of bytes) {
              yield some;
              if (some.length > 200) throw new Error("the disk is full");
            }
          })();
        },
      },
    });
    onTestFinished(() => broken.close());
    for (let round = 0; round < 12; round++) {
      await expect(broken.backups.create()).rejects.toThrow("the disk is full");
    }
    // More often than there are connections: none is lost, and none is still in that transaction.
    for (let round = 0; round < 12; round++) await fixture.addIdentity();
  });

  it("of an earlier version is restored with its tables unchanged, and migrated by the next start", async () => {
    const { databaseServer } = await mariadb.createForTest();
    const source = await openMysql(databaseServer as NonNullable<typeof databaseServer>, [], {
      known: migrations.slice(0, 3),
    });
    onTestFinished(() => source.destroy());
    await source.query("INSERT INTO authentication_challenges VALUES ('a challenge', 12345678901234567)");
    const directory = temporaryDirectory();
    await fillSqlite(directory, rowsOf(source));
    const database = await openServiceDatabase({ dataDirectory: directory });
    onTestFinished(() => database.close());
    const kept = await database.manager.query("SELECT challenge, ends_at FROM authentication_challenges");
    expect(kept).toEqual([{ challenge: "a challenge", ends_at: 12345678901234567n }]);
    const run = await database.manager.query("SELECT name FROM migrations");
    expect(run).toHaveLength(migrations.length);
  });
});

it("rows of a later version of the service are refused, and so is an incomplete stream of rows", async () => {
  const contentOf = async function* (records: readonly RowRecord[]) {
    for (const record of records) yield encodeRecord(record);
  };
  const names = migrations.map(({ name }) => name);
  const fill = (...records: RowRecord[]) => fillSqlite(temporaryDirectory(), contentOf(records));
  await expect(fill({ type: "migrations", names: [...names, "Later"] })).rejects.toThrow("newer version");
  await expect(fill()).rejects.toThrow("do not begin with the migrations");
  await expect(fill({ type: "migrations", names })).rejects.toThrow("as many rows as it states");
  await expect(fill({ type: "migrations", names }, { type: "end", rows: 1 })).rejects.toThrow(
    "as many rows as it states",
  );
  await fill({ type: "migrations", names }, { type: "end", rows: 0 });
});

it("records are decoded as they were encoded, however the stream is cut", async () => {
  const values = [
    null,
    0n,
    -(2n ** 63n),
    "",
    "ü\u0000😀",
    Buffer.alloc(0),
    Buffer.from([0, 1, 255]),
    Buffer.alloc(70_000, 7),
  ];
  const records: RowRecord[] = [
    { type: "migrations", names: ["A"] },
    { type: "table", table: "t", columns: ["a", "b"] },
    { type: "row", values },
    { type: "row", values: [] },
    { type: "end", rows: 2 },
  ];
  const bytes = Buffer.concat(records.map(encodeRecord));
  for (const size of [1, 3, 4, 5, 1_000, bytes.length]) {
    const cut = (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })();
    const decoded = [];
    for await (const record of decodeRecords(cut)) decoded.push(record);
    expect(decoded).toEqual(records);
  }
  const cutOff = (async function* () {
    yield bytes.subarray(0, -1);
  })();
  const reading = (async () => {
    for await (const _ of decodeRecords(cutOff));
  })();
  await expect(reading).rejects.toThrow("truncated");
});
