import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/database/source.ts";
import { mariadb, onMariadb } from "../support/database/databases.ts";
import { mysqlFaultKinds, prepareMysqlFaults, withMysqlFault } from "../support/database/mysql-faults.ts";
import { type SqliteFault, withSqliteFault } from "../support/database/sqlite-faults.ts";
import { temporaryDatabase, temporaryDirectory } from "../support/database/temporary-database.ts";
import { type Write, writes } from "./writes.ts";

/** Counts the row of a write by another connection. */
type Count = (seen: Write["seen"]) => Promise<number> | number;

function counter(connection: Sqlite.Database): Count {
  return ([condition, ...values]) =>
    connection
      .prepare(`SELECT COUNT(*) FROM ${condition}`)
      .pluck()
      .get(...values) as number;
}

const rows = (count: Count, all: readonly Write["seen"][]) =>
  Promise.all(all.map(async (seen) => Number(await count(seen))));

/** Reads a database as `kill -9` would leave it, which nobody has closed. */
function afterKill(dataDirectory: string): Count {
  const copy = temporaryDirectory();
  for (const file of ["platonic.sqlite", "platonic.sqlite-wal"])
    copyFileSync(join(dataDirectory, file), join(copy, file));
  return counter(new Sqlite(join(copy, "platonic.sqlite")));
}

/** Writes, and returns whether the change was told as done. */
async function isTold(write: Write): Promise<boolean> {
  return write.act().then(
    (answer) => answer !== false,
    () => false,
  );
}

/** SQLITE_IOERR_WRITE is a quota that is used up, too. */
const codes = ["FULL", "IOERR_WRITE", "IOERR_FSYNC", "NOMEM", "BUSY", "READONLY", "READONLY_DBMOVED"];

describe("an error of SQLite at any statement, commit and rollback", () => {
  it.each(Object.keys(writes))("loses nothing that was told as done: %s", async (name) => {
    const database = await temporaryDatabase();
    const { dataDirectory } = database;
    const count = counter(new Sqlite(join(dataDirectory, "platonic.sqlite"), { readonly: true }));
    const told: Write["seen"][] = [];
    const prepare = writes[name] as (database: Database) => Promise<Write>;

    async function attempt(fault: SqliteFault | undefined): Promise<number> {
      const write = await prepare(database);
      let isDone = false;
      const statements = await withSqliteFault(database, fault, async () => {
        isDone = await isTold(write);
      });
      expect(await rows(count, [write.seen]), JSON.stringify(fault)).toEqual([isDone ? 1 : 0]);
      if (!isDone && fault !== undefined) {
        // It goes on as if nothing had been.
        await write.act();
        expect(await rows(count, [write.seen]), JSON.stringify(fault)).toEqual([1]);
      }
      told.push(write.seen);
      return statements;
    }

    const statements = await attempt(undefined);
    expect(statements).toBeGreaterThanOrEqual(3);
    for (let at = 1; at <= statements + 1; at++) {
      for (const code of codes) {
        for (const undoes of [true, false]) await attempt({ at, code: `SQLITE_${code}`, undoes });
      }
    }
    const isKept = name === "a rate" ? told.slice(-1) : told;
    expect(await rows(afterKill(dataDirectory), isKept)).toEqual(isKept.map(() => 1));
  });

  it("stops the database when a transaction can be neither stored nor undone, and nothing told is lost", async () => {
    const database = await temporaryDatabase();
    const prepare = writes["a new identity"] as (database: Database) => Promise<Write>;
    const [before, stuck, after] = [await prepare(database), await prepare(database), await prepare(database)];
    expect(await isTold(before)).toBe(true);
    await withSqliteFault(database, { at: 4, code: "SQLITE_NOMEM", undoes: false, lasts: true }, async () => {
      await expect(stuck.act()).rejects.toMatchObject({ name: "DatabaseUnavailable" });
    });
    await expect(database.stopped).resolves.toMatchObject({
      message: expect.stringMatching(/neither be stored nor undone: injected SQLITE_NOMEM.*start the service again/),
    });
    await expect(after.act()).rejects.toThrow("neither be stored nor undone");
    await expect(database.manager.query("SELECT 1")).rejects.toThrow("neither be stored nor undone");
    const count = counter(new Sqlite(join(database.dataDirectory, "platonic.sqlite")));
    expect(await rows(count, [before.seen, stuck.seen, after.seen])).toEqual([1, 0, 0]);
  });
});

onMariadb("an error at any statement, commit and rollback", () => {
  let end: () => void;
  beforeAll(() => {
    end = prepareMysqlFaults();
  });
  afterAll(() => end());

  async function openTwice() {
    const database = await mariadb.open();
    const other = await mariadb.open(database.location);
    const count: Count = async ([condition, ...values]) => {
      const [{ n }] = await other.manager.query(`SELECT COUNT(*) AS n FROM ${condition}`, values);
      return Number(n);
    };
    return { database, count };
  }

  it.each(Object.keys(writes))("loses nothing that was told as done: %s", { tags: ["slow/kills"] }, async (name) => {
    const { database, count } = await openTwice();
    const prepare = writes[name] as (database: Database) => Promise<Write>;
    const first = await prepare(database);
    const statements = await withMysqlFault(undefined, () => first.act());
    expect(statements).toBeGreaterThanOrEqual(2);
    for (let at = 1; at <= statements + 1; at++) {
      for (const kind of mysqlFaultKinds) {
        for (const lasts of [false, true]) {
          const write = await prepare(database);
          let isDone = false;
          await withMysqlFault({ at, kind, lasts }, async () => {
            isDone = await isTold(write);
          });
          const fault = `${kind} at ${at} of ${statements}`;
          const [isThere] = await rows(count, [write.seen]);
          // The answer to a commit that was lost says nothing.
          if (isDone || kind !== "lost after") expect(isThere, fault).toBe(isDone ? 1 : 0);
          if (isThere === 0) await write.act();
          expect(await rows(count, [write.seen]), fault).toEqual([1]);
        }
      }
    }
  });
});
