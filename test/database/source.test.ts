import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { onEveryDatabase, type TestDatabase } from "../support/database/databases.ts";
import { countKept } from "../support/memory/garbage.ts";

/** An open database with a table of numbers. */
async function withNumbers({ open }: TestDatabase) {
  const database = await open();
  await database.manager.query("CREATE TABLE numbers (n bigint NOT NULL)");
  const insert = (n: number) => `INSERT INTO numbers VALUES (${n})`;
  const stored = async () =>
    (await database.manager.query("SELECT n FROM numbers ORDER BY n")).map((row: { n: bigint }) => Number(row.n));
  return { ...database, insert, stored };
}

onEveryDatabase("the database", (engine) => {
  it("has the dialect of its engine", async () => {
    expect((await engine.open()).dialect.name).toBe(engine.kind);
  });

  it("keeps every integer exact", async () => {
    const { manager } = await engine.open();
    const query =
      "SELECT 9007199254740993 AS big, -9223372036854775807 AS low, 1 AS one, COUNT(*) AS keys_ FROM api_keys";
    expect(await manager.query(query)).toEqual([
      { big: 9_007_199_254_740_993n, low: -9_223_372_036_854_775_807n, one: 1n, keys_: 0n },
    ]);
    await manager.query("CREATE TABLE amounts (amount bigint)");
    await manager.query("INSERT INTO amounts VALUES (?), (NULL)", [9_223_372_036_854_775_807n]);
    const amounts = await manager.query("SELECT amount FROM amounts ORDER BY amount");
    expect(amounts).toEqual([{ amount: null }, { amount: 9_223_372_036_854_775_807n }]);
  });

  it("keeps its schema when it is opened again", async () => {
    const { location, manager, close } = await engine.open();
    const before = await manager.query("SELECT name FROM migrations");
    expect(before.length).toBeGreaterThan(0);
    await close();
    const again = await engine.open(location);
    expect(await again.manager.query("SELECT name FROM migrations")).toEqual(before);
  });

  it("is created once when several processes open it at the same time", { tags: ["slow/programs"] }, async () => {
    const { dataDirectory, databaseServer } = await engine.createForTest();
    const source = new URL("../../server/app/tables.ts", import.meta.url).href;
    const script = `
      const { openServiceDatabase } = await import(${JSON.stringify(source)});
      const database = await openServiceDatabase(${JSON.stringify({ dataDirectory, databaseServer })});
      await database.close();`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "ignore", "inherit"] }),
    );
    const codes = await Promise.all(children.map((child) => once(child, "exit")));
    expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  });

  it("keeps no result of a read or write that has ended", async () => {
    const { manager, transact } = await engine.open();
    const results: WeakRef<object>[] = [];
    for (let index = 0; index < 50; index++) {
      results.push(new WeakRef(await transact(async () => ({ index }))));
      results.push(new WeakRef(await manager.query("SELECT 1 AS one")));
    }
    // The last ones may be in the hands of what waits for the next.
    expect(await countKept(results)).toBeLessThanOrEqual(4);
  });

  it("shows each process what the others wrote", async () => {
    const first = await withNumbers(engine);
    const second = await engine.open(first.location);
    await first.transact((manager) => manager.query(first.insert(1)));
    expect(await second.manager.query("SELECT n FROM numbers")).toEqual([{ n: 1n }]);
    await second.transact((manager) => manager.query("UPDATE numbers SET n = n + 1"));
    expect(await first.stored()).toEqual([2]);
  });
});

onEveryDatabase("transactions", (engine) => {
  it("that run concurrently are each stored entirely or not at all", async () => {
    const { transact, insert, stored } = await withNumbers(engine);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        transact(async (manager) => {
          await manager.query(insert(n));
          await manager.query(insert(n + 100));
          if (n % 2 === 1) throw new Error(`odd ${n}`);
          return n;
        }),
      ),
    );
    expect(results.filter((result) => result.status === "rejected")).toHaveLength(25);
    const even = Array.from({ length: 25 }, (_, n) => 2 * n);
    expect(await stored()).toEqual([...even, ...even.map((n) => n + 100)]);
  });

  it("lose no concurrent update of one row", async () => {
    const first = await withNumbers(engine);
    // A second connection to SQLite would block this process while it waits, and so the first one.
    const second = engine.kind === "mysql" ? await engine.open(first.location) : first;
    await first.manager.query(first.insert(0));
    const lock = engine.kind === "mysql" ? " FOR UPDATE" : "";
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? first : second).transact(async (manager) => {
          const [{ n }] = await manager.query(`SELECT n FROM numbers${lock}`);
          await manager.query("UPDATE numbers SET n = ?", [n + 1n]);
        }),
      ),
    );
    expect(await first.stored()).toEqual([50]);
  });

  it("are finished before the database closes", async () => {
    const { transact, insert, location, close } = await withNumbers(engine);
    const written = transact(async (manager) => {
      await manager.query("SELECT n FROM numbers");
      await manager.query(insert(7));
    });
    await close();
    await written;
    const again = await engine.open(location);
    expect(await again.manager.query("SELECT n FROM numbers")).toEqual([{ n: 7n }]);
    await expect(transact((manager) => manager.query(insert(8)))).rejects.toThrow();
  });
});
