import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { inTransaction } from "../../../server/database/sqlite/transaction.ts";
import { withSqliteFault } from "../../support/database/sqlite-faults.ts";
import { temporaryDatabase, temporaryDirectory } from "../../support/database/temporary-database.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the SQLite database", () => {
  it("has a directory and files that only their owner can access", async () => {
    const dataDirectory = join(temporaryDirectory(), "deep", "data");
    const database = await temporaryDatabase(dataDirectory);
    expect(modeOf(dataDirectory)).toBe("700");
    const files = readdirSync(dataDirectory);
    expect(files).toContain("platonic.sqlite-wal");
    for (const file of files) expect(modeOf(join(dataDirectory, file)), file).toBe("600");
    await database.close();
  });

  it("has the permissions of its files restored when they were widened", async () => {
    const { dataDirectory, close } = await temporaryDatabase();
    await close();
    chmodSync(join(dataDirectory, "platonic.sqlite"), 0o644);
    await temporaryDatabase(dataDirectory);
    for (const file of readdirSync(dataDirectory)) expect(modeOf(join(dataDirectory, file)), file).toBe("600");
  });

  it("is set to durable commits, checked foreign keys and exact integers", async () => {
    const { manager } = await temporaryDatabase();
    expect(await manager.query("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    expect(await manager.query("PRAGMA synchronous")).toEqual([{ synchronous: 2n }]);
    expect(await manager.query("PRAGMA foreign_keys")).toEqual([{ foreign_keys: 1n }]);
    expect(await manager.query("SELECT 9007199254740993 AS n")).toEqual([{ n: 9_007_199_254_740_993n }]);
  });

  it("fails with the path of a directory that cannot be created", async () => {
    await expect(openServiceDatabase({ dataDirectory: "/dev/null/data" })).rejects.toThrow("/dev/null");
  });

  it("begins transactions as writers, so that none fails by another process's write after its read", async () => {
    const { transact, dataDirectory, manager } = await temporaryDatabase();
    await manager.query("CREATE TABLE numbers (n bigint NOT NULL)");
    const other = await temporaryDatabase(dataDirectory);
    let theirs: Promise<unknown> | undefined;
    await transact(async (own) => {
      await own.query("SELECT count(*) FROM numbers");
      theirs = other.transact((manager) => manager.query("INSERT INTO numbers SELECT 10 + count(*) FROM numbers"));
      await own.query("INSERT INTO numbers VALUES (2)");
    });
    await theirs;
    expect(await manager.query("SELECT n FROM numbers ORDER BY n")).toEqual([{ n: 2n }, { n: 11n }]);
  });

  it("waits for a write of another process without blocking: it reads meanwhile, and writes afterwards", async () => {
    const { transact, onConnection, dataDirectory, manager } = await temporaryDatabase();
    await manager.query("CREATE TABLE numbers (n bigint NOT NULL)");
    const other = new Sqlite(join(dataDirectory, "platonic.sqlite"));
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE; INSERT INTO numbers VALUES (1)");
    const writes = [
      transact((own) => own.query("INSERT INTO numbers VALUES (2)")),
      onConnection((connection) => inTransaction(connection, () => connection.exec("INSERT INTO numbers VALUES (3)"))),
      manager.query("INSERT INTO numbers VALUES (4)"),
    ];
    // In this thread: if the writes blocked it, the other one would never end.
    for (let reads = 0; reads < 20; reads++) expect(await manager.query("SELECT n FROM numbers")).toEqual([]);
    other.exec("COMMIT");
    await Promise.all(writes);
    expect(await manager.query("SELECT n FROM numbers ORDER BY n")).toEqual([1n, 2n, 3n, 4n].map((n) => ({ n })));
  });

  it.each(["SQLITE_BUSY", "SQLITE_BUSY_RECOVERY"])("begins again after %s, and tells other errors", async (code) => {
    const database = await temporaryDatabase();
    await database.manager.query("CREATE TABLE numbers (n bigint NOT NULL)");
    const add = (n: number) => database.transact((own) => own.query(`INSERT INTO numbers VALUES (${n})`));
    await withSqliteFault(database, { at: 1, code, undoes: false }, () => add(1));
    await expect(
      withSqliteFault(database, { at: 1, code: "SQLITE_FULL", undoes: false }, () => add(2)),
    ).rejects.toThrow();
    expect(await database.manager.query("SELECT n FROM numbers")).toEqual([{ n: 1n }]);
  });

  it("is closed when a write that waits for another process is done", async () => {
    const { transact, dataDirectory, manager, close } = await temporaryDatabase();
    await manager.query("CREATE TABLE numbers (n bigint NOT NULL)");
    const other = new Sqlite(join(dataDirectory, "platonic.sqlite"));
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    const write = transact((own) => own.query("INSERT INTO numbers VALUES (1)"));
    const closed = close();
    // By then a close that does not wait has closed the connection.
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    other.exec("COMMIT");
    await write;
    await closed;
    expect(other.prepare("SELECT n FROM numbers").pluck().all()).toEqual([1]);
  });

  it("says which folder cannot be used, and what is the matter with it", async () => {
    const dataDirectory = temporaryDirectory();
    writeFileSync(join(dataDirectory, "platonic.sqlite"), Buffer.alloc(8_192, 7));
    await expect(openServiceDatabase({ dataDirectory })).rejects.toThrow(
      `The database in ${dataDirectory} (DATA_DIR) cannot be used: the file of the database is damaged (SQLITE_NOTADB,`,
    );
  });

  it("hands out its connection only between transactions, in turn with them", async () => {
    const { transact, onConnection, manager } = await temporaryDatabase();
    await manager.query("CREATE TABLE numbers (n bigint NOT NULL)");
    const add = (n: number) => `INSERT INTO numbers VALUES (${n})`;
    const before = transact(async (own) => {
      await own.query(add(1));
      await own.query(add(2));
    });
    const between = onConnection((connection) => {
      expect(connection.inTransaction).toBe(false);
      return connection.prepare("SELECT n FROM numbers ORDER BY n").pluck().all();
    });
    const after = transact((own) => own.query(add(3)));
    expect(await between).toEqual([1n, 2n]);
    await Promise.all([before, after]);
    const failing = onConnection(() => {
      throw new Error("not now");
    });
    await expect(failing).rejects.toThrow("not now");
    await transact((own) => own.query(add(4)));
    expect(await manager.query("SELECT count(*) AS n FROM numbers")).toEqual([{ n: 4n }]);
  });
});
