import { expect, it } from "vitest";
import { apiKeyRows } from "../../../server/access/store/api-key-row.ts";
import { mariadb, onMariadb } from "../../support/database/databases.ts";

/** An open database with two numbered rows. */
async function withRows() {
  const database = await mariadb.open();
  await database.manager.query("CREATE TABLE numbered (id int PRIMARY KEY, n int NOT NULL)");
  await database.manager.query("INSERT INTO numbered VALUES (1, 0), (2, 0)");
  const add = (id: number) => `UPDATE numbered SET n = n + 1 WHERE id = ${id}`;
  const stored = async () =>
    (await database.manager.query("SELECT n FROM numbered ORDER BY id")).map((row: { n: bigint }) => Number(row.n));
  return { ...database, add, stored };
}

/** A promise and its `resolve`. */
function promised() {
  return Promise.withResolvers<void>();
}

/** Raises the error by which the database breaks a deadlock. */
const raiseDeadlock = "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213";

onMariadb("the database", () => {
  it("compares texts byte by byte, keeps all of Unicode, and has its clock in UTC", async () => {
    const { manager } = await mariadb.open();
    await manager.query("CREATE TABLE words (word varchar(20) PRIMARY KEY)");
    for (const word of ["a", "A", "á", "a ", "𝄞"]) await manager.query("INSERT INTO words VALUES (?)", [word]);
    expect(await manager.query("SELECT word FROM words WHERE word = 'a'")).toEqual([{ word: "a" }]);
    expect(await manager.query("SELECT word FROM words WHERE word = ?", ["𝄞"])).toEqual([{ word: "𝄞" }]);
    expect(await manager.query("SELECT @@time_zone AS zone")).toEqual([{ zone: "+00:00" }]);
  });

  it("refuses what does not fit instead of cutting it", async () => {
    const { transact } = await mariadb.open();
    const tooLong = transact((manager) => manager.query("UPDATE migrations SET name = REPEAT('x', 1000)"));
    await expect(tooLong).rejects.toThrow("Data too long");
  });

  it("counts the rows that an update matches, changed or not", async () => {
    const { transact } = await withRows();
    const { affectedRows } = await transact((manager) => manager.query("UPDATE numbered SET n = 0"));
    expect(affectedRows).toBe(2);
  });
});

onMariadb("transactions", () => {
  it("see what others committed meanwhile", async () => {
    const { transact, add } = await withRows();
    await transact(async (own) => {
      expect(await own.query("SELECT n FROM numbered WHERE id = 1")).toEqual([{ n: 0n }]);
      await transact((theirs) => theirs.query(add(1)));
      expect(await own.query("SELECT n FROM numbered WHERE id = 1")).toEqual([{ n: 1n }]);
    });
  });

  it("can lock what they read, for reading and for writing", async () => {
    const { transact } = await mariadb.open();
    for (const lock of ["pessimistic_read", "pessimistic_write"] as const) {
      const read = transact((manager) => manager.findOne(apiKeyRows, { where: { id: "none" }, lock: { mode: lock } }));
      expect(await read).toBeNull();
    }
  });

  it("that deadlock are run again, and both are stored", async () => {
    const { transact, add, stored } = await withRows();
    const [oneHasLocked, otherHasLocked] = [promised(), promised()];
    let runs = 0;
    const both = (first: number, mine: { resolve(): void }, second: number, theirs: { promise: Promise<void> }) =>
      transact(async (manager) => {
        runs++;
        await manager.query(add(first));
        mine.resolve();
        await theirs.promise;
        await manager.query(add(second));
      });
    await Promise.all([both(1, oneHasLocked, 2, otherHasLocked), both(2, otherHasLocked, 1, oneHasLocked)]);
    expect(runs).toBeGreaterThan(2);
    expect(await stored()).toEqual([2, 2]);
  });

  it("that wait too long for a lock are run once more", async () => {
    const { transact, add, stored } = await withRows();
    const [isLocked, mayEnd] = [promised(), promised()];
    const holder = transact(async (manager) => {
      await manager.query(add(1));
      isLocked.resolve();
      await mayEnd.promise;
    });
    await isLocked.promise;
    let runs = 0;
    const waiting = transact(async (manager) => {
      runs++;
      if (runs === 2) {
        mayEnd.resolve();
        await holder;
      }
      await manager.query("SET SESSION innodb_lock_wait_timeout = 0");
      await manager.query(add(2));
      await manager.query(add(1));
    });
    await waiting.finally(mayEnd.resolve);
    expect(runs).toBe(2);
    expect(await stored()).toEqual([2, 1]);
  });

  it("are run at most 20 times", async () => {
    const { transact } = await withRows();
    let runs = 0;
    const failing = transact((manager) => {
      runs++;
      return manager.query(raiseDeadlock);
    });
    await expect(failing).rejects.toMatchObject({ code: "ER_LOCK_DEADLOCK" });
    expect(runs).toBe(20);
  });

  it("are not run again after any other error", async () => {
    const { transact } = await withRows();
    let runs = 0;
    const failing = transact((manager) => {
      runs++;
      return manager.query("SELECT nothing FROM nowhere");
    });
    await expect(failing).rejects.toMatchObject({ code: "ER_NO_SUCH_TABLE" });
    expect(runs).toBe(1);
  });
});
