// @module-tag slow/kills

import { expect, it, onTestFinished } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { DatabaseUnavailable } from "../../../server/database/unavailable.ts";
import { createOn, mariadb, onMariadb } from "../../support/database/databases.ts";
import { startMariadb } from "../../support/database/mariadb.ts";

onMariadb("a lost connection", () => {
  it("during a transaction rolls it back, and the next call has another connection", async () => {
    const { transact, manager } = await mariadb.open();
    await manager.query("CREATE TABLE numbers (n int NOT NULL)");
    const lost = transact(async (own) => {
      await own.query("INSERT INTO numbers VALUES (1)");
      await own.query("KILL CONNECTION_ID()").catch(() => undefined);
      await own.query("INSERT INTO numbers VALUES (2)");
    });
    await expect(lost).rejects.toMatchObject({ name: "DatabaseUnavailable", mayBeStored: false });
    await transact((own) => own.query("INSERT INTO numbers VALUES (3)"));
    expect(await manager.query("SELECT n FROM numbers")).toEqual([{ n: 3n }]);
  });

  it("during a commit causes an error that says that the transaction may be stored", async () => {
    const { transact, manager } = await mariadb.open();
    const lost = transact(async (own) => {
      const [{ id }] = await own.query("SELECT CONNECTION_ID() AS id");
      await manager.query(`KILL ${id}`);
    });
    await expect(lost).rejects.toMatchObject({ mayBeStored: true, message: expect.stringContaining("may be stored") });
  });
});

onMariadb("a server that is killed under load and started again", () => {
  it("fails calls with DatabaseUnavailable, then serves them, and loses no acknowledged write", async () => {
    const server = await startMariadb();
    onTestFinished(() => server.remove());
    const database = await openServiceDatabase(await createOn(server.url));
    onTestFinished(() => database.close());
    await database.manager.query("CREATE TABLE numbers (n int PRIMARY KEY)");

    const stored: number[] = [];
    const problems: unknown[] = [];
    let next = 0;
    let isOver = false;
    const writer = async () => {
      while (!isOver) {
        const n = next++;
        await database
          .transact((manager) => manager.query("INSERT INTO numbers VALUES (?)", [n]))
          .then(
            () => stored.push(n),
            (error: unknown) => problems.push(error),
          );
        await turn();
      }
    };
    const writers = Array.from({ length: 20 }, writer);
    await until(() => stored.length >= 100);
    await server.kill();
    await until(() => problems.length >= 40);
    await expect(database.manager.query("SELECT 1")).rejects.toThrow(DatabaseUnavailable);
    const storedBefore = stored.length;
    await server.start();
    await until(() => stored.length >= storedBefore + 100);
    isOver = true;
    await Promise.all(writers);

    for (const problem of problems) {
      expect(problem).toBeInstanceOf(DatabaseUnavailable);
      expect((problem as Error).message).toMatch(/^The database cannot be reached: \S/);
    }
    const rows: { n: bigint }[] = await database.manager.query("SELECT n FROM numbers");
    const found = new Set(rows.map(({ n }) => Number(n)));
    expect(stored.filter((n) => !found.has(n))).toEqual([]);
  });
});

/** Lets other work of this process run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
