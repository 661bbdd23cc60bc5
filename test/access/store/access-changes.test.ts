import { expect, test } from "vitest";
import { noteAccessChange, storedAccessChanges } from "../../../server/access/store/access-changes.ts";
import type { Database } from "../../../server/database/source.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";

/** Writes a change as if it had been made some time ago, by the clock of the database. */
async function note(database: Database, id: string, agoMs: number): Promise<void> {
  const values = `(${database.dialect.nowMs} - ${agoMs}, ?, 'key:${id}')`;
  await database.manager.query(`INSERT INTO access_changes (changed_ms, id, principal_id) VALUES ${values}`, [id]);
}

onEveryDatabase("changes of what principals may do", (engine) => {
  test("are read by other processes once they are committed, with the time of the database", async () => {
    const database = await engine.open();
    const other = storedAccessChanges(await engine.open(database.location));
    const before = await other.readSince(undefined);
    expect(before.changes).toEqual([]);
    await database.transact((manager) => noteAccessChange(manager, "identity:ada"));
    const { atMs, changes } = await other.readSince(before.atMs);
    expect(changes.map(({ principalId }) => principalId)).toEqual(["identity:ada"]);
    expect(atMs).toBeGreaterThanOrEqual(before.atMs);
  });

  test("are not noted when their transaction fails", async () => {
    const database = await engine.open();
    const failing = database.transact(async (manager) => {
      await noteAccessChange(manager, "identity:ada");
      throw new Error("late");
    });
    await expect(failing).rejects.toThrow("late");
    expect((await storedAccessChanges(database).readSince(undefined)).changes).toEqual([]);
  });

  test("are read from a while before the earlier reading, and are kept for an hour", async () => {
    const database = await engine.open();
    const { readSince, removeOld } = storedAccessChanges(database);
    for (const [id, agoMs] of [
      ["hour", 3_700_000],
      ["minute", 60_000],
      ["second", 1_000],
    ] as const)
      await note(database, id, agoMs);
    const idsSince = async (earlierMs: number | undefined) => (await readSince(earlierMs)).changes.map(({ id }) => id);
    const { atMs } = await readSince(undefined);
    expect(await idsSince(undefined)).toEqual(["second"]);
    expect(await idsSince(atMs - 59_000)).toEqual(["minute", "second"]);
    expect(await idsSince(0)).toEqual(["hour", "minute", "second"]);
    await removeOld();
    expect(await idsSince(0)).toEqual(["minute", "second"]);
  });

  test("are found by the primary key, of which a reading sees only the end", async () => {
    const database = await engine.open();
    const asked: string[] = [];
    const query = async (sql: string) => {
      asked.push(sql);
      return [{ now_ms: 1n, id: null }];
    };
    const manager = Object.create(database.manager, { query: { value: query } });
    await storedAccessChanges({ ...database, manager } as Database).readSince(undefined);
    const explain = database.dialect.name === "sqlite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN";
    const plan: Record<string, unknown>[] = await database.manager.query(`${explain} ${asked[0]}`, [null]);
    expect(plan).toContainEqual(
      expect.objectContaining(
        database.dialect.name === "sqlite"
          ? { detail: expect.stringMatching(/^SEARCH access_changes USING PRIMARY KEY \(changed_ms>\?\)/) }
          : { table: "access_changes", type: "range", key: "PRIMARY" },
      ),
    );
  });
});
