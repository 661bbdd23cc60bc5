import { expect, it } from "vitest";
import { onEveryDatabase, type TestDatabase } from "../support/database/databases.ts";

/** An open database with a table of numbers, of which 1 is taken. */
async function withNumbers(engine: TestDatabase) {
  const database = await engine.open();
  await database.manager.query("CREATE TABLE numbers (n int PRIMARY KEY)");
  const add = (n: number) => `INSERT INTO numbers VALUES (${n})`;
  await database.transact((own) => own.query(add(1)));
  const other = await engine.open(database.location);
  const stored = async () =>
    (await other.manager.query("SELECT n FROM numbers ORDER BY n")).map(({ n }: { n: bigint }) => Number(n));
  return { ...database, add, stored };
}

onEveryDatabase("the work of a transaction", (engine) => {
  it("stores nothing after a statement that failed, whatever it makes of the error", async () => {
    const { transact, add, stored, dialect } = await withNumbers(engine);
    const failing = transact(async (own) => {
      await own.query(add(2));
      await own.query(add(1)).catch(() => undefined);
      await own.query(add(3)).catch(() => undefined);
      return "done";
    });
    expect(dialect.isDuplicateKey(await failing.catch((error: unknown) => error))).toBe(true);
    expect(await stored()).toEqual([1]);
    await transact((own) => own.query(add(4)));
    expect(await stored()).toEqual([1, 4]);
  });

  it("stores nothing of statements that are given with the one that fails", async () => {
    const { transact, add, stored } = await withNumbers(engine);
    const failing = transact((own) => Promise.all([own.query(add(2)), own.query(add(1)), own.query(add(3))]));
    await expect(failing).rejects.toThrow();
    expect(await stored()).toEqual([1]);
  });

  it("stores nothing by statements after its end, and those that it does not wait for are in time", async () => {
    const { transact, manager, add, stored } = await withNumbers(engine);
    let kept = manager;
    let unawaited: Promise<unknown> | undefined;
    await transact(async (own) => {
      kept = own;
      unawaited = own.query(add(2));
    });
    await unawaited;
    await expect(kept.query(add(3))).rejects.toThrow();
    expect(await stored()).toEqual([1, 2]);
  });

  it("has no transaction inside it", async () => {
    const { transact, add, stored } = await withNumbers(engine);
    const nested = transact((own) => own.transaction((inner) => inner.query(add(2))));
    await expect(nested).rejects.toThrow("Transactions cannot be nested");
    expect(await stored()).toEqual([1]);
  });

  it("is seen by nobody before it is stored, whatever fails then", async () => {
    const { transact, manager, add, stored } = await withNumbers(engine);
    const seen: Promise<unknown>[] = [];
    const failing = transact(async (own) => {
      await own.query(add(2));
      seen.push(manager.query("SELECT n FROM numbers"));
      await own.query("SELECT n FROM numbers");
      await own.query(add(1));
    });
    await expect(failing).rejects.toThrow();
    expect(await Promise.all(seen)).toEqual([[{ n: 1n }]]);
    expect(await stored()).toEqual([1]);
  });
});
