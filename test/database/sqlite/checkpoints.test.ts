import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { Checkpoints } from "../../../server/database/sqlite/checkpoints.ts";
import type { SqliteDatabase } from "../../../server/database/sqlite/database.ts";
import { temporaryDatabase, temporaryDirectory } from "../../support/database/temporary-database.ts";

/** Length of the write-ahead log, in pages, from which on a thread moves pages. */
const threadPages = 8_000;
/** Length at which SQLite itself moves them, which keeps a writer waiting. */
const writerPages = 64_000;
/** Bytes of rows that do not fill the log before a thread on a busy machine gets its turn. */
const shortRow = 1_000;

/** Opens a database with a table, and returns what adds a row, by default of 1 MiB, which is 256 pages, and gives the log's length. */
async function openLog() {
  const database = await temporaryDatabase();
  await database.manager.query("CREATE TABLE blobs (n integer PRIMARY KEY, content blob NOT NULL)");
  let rows = 0;
  async function add(bytes = 1_048_576): Promise<number> {
    await database.transact((own) => own.query("INSERT INTO blobs (content) VALUES (randomblob(?))", [bytes]));
    rows++;
    // The thread's answers arrive between transactions, as requests do.
    await setImmediate();
    return pagesOf(database);
  }
  async function addUntil(isEnough: (log: number) => boolean, bytes?: number): Promise<number> {
    let log = await add(bytes);
    while (!isEnough(log)) log = await add(bytes);
    return log;
  }
  const count = async () => (await database.manager.query("SELECT count(*) AS n FROM blobs"))[0].n;
  return { database, add, addUntil, count, rows: () => rows };
}

async function pagesOf(database: SqliteDatabase): Promise<number> {
  const [{ log }] = await database.manager.query("PRAGMA wal_checkpoint(NOOP)");
  return Number(log);
}

describe("the write-ahead log of SQLite", () => {
  it("begins anew under steady writes, long before SQLite itself keeps a writer waiting for it", async () => {
    const { addUntil, count, rows } = await openLog();
    for (let times = 0; times < 2; times++) {
      const longest = await addUntil((log) => log >= threadPages);
      let last = longest;
      await addUntil((log) => {
        const isNew = log < last;
        last = log;
        return isNew || log >= writerPages;
      }, shortRow);
      expect(last).toBeLessThan(threadPages);
    }
    expect(await count()).toBe(BigInt(rows()));
  });

  it("grows while a reader, such as a backup, holds an old state, and begins anew after it", async () => {
    const { database, add, addUntil, count, rows } = await openLog();
    await add();
    const reader = new Sqlite(join(database.dataDirectory, "platonic.sqlite"), { readonly: true });
    onTestFinished(() => void reader.close());
    reader.exec("BEGIN");
    const seen = () => reader.prepare("SELECT count(*) FROM blobs").pluck().get();
    expect(seen()).toBe(1);
    await addUntil((log) => log >= 2 * threadPages);
    expect(seen()).toBe(1);
    reader.exec("COMMIT");
    const isOver = (log: number) => log < threadPages || log >= writerPages;
    expect(await addUntil(isOver, shortRow)).toBeLessThan(threadPages);
    expect(await count()).toBe(BigInt(rows()));
  });

  it("takes transactions while the thread fails, and the database closes", async () => {
    const connection = new Sqlite(join(temporaryDirectory(), "platonic.sqlite"));
    connection.pragma("journal_mode = WAL");
    connection.pragma(`wal_autocheckpoint = ${writerPages}`);
    connection.defaultSafeIntegers(true);
    connection.exec("CREATE TABLE blobs (content blob NOT NULL)");
    const failing = new URL("data:text/javascript,throw new Error('it fails')");
    const checkpoints = new Checkpoints(connection, failing);
    let failures = 0;
    const count = (thread: Worker) => void thread.once("error", () => (failures += 1));
    process.on("worker", count);
    onTestFinished(() => void process.off("worker", count));
    const insert = connection.prepare("INSERT INTO blobs (content) VALUES (randomblob(1048576))");
    const log = connection.prepare<[], { log: bigint }>("PRAGMA wal_checkpoint(NOOP)");
    let rows = 0;
    while (failures === 0 || Number(log.get()?.log) < 3 * threadPages) {
      insert.run();
      rows += 1;
      checkpoints.written();
      await setImmediate();
    }
    expect(connection.prepare("SELECT count(*) FROM blobs").pluck().get()).toBe(BigInt(rows));
    await checkpoints.close();
    connection.close();
  });
});
