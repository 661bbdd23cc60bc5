import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storedCallWindows } from "../../../server/access/store/call-windows.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { expectEachUseOnce, leaseRequest } from "../limits/each-use-once.ts";

onEveryDatabase("shared windows of calls", (engine) => {
  /** The windows of so many processes on one database. */
  async function processes(count: number) {
    const first = await engine.open();
    const databases = [first];
    // In one process, connections to SQLite block each other.
    while (databases.length < count && engine.kind !== "sqlite") databases.push(await engine.open(first.location));
    return { database: first, windows: databases.map((database) => storedCallWindows(database)) };
  }

  test("grant each use once, whichever process asks, also at once", async () => {
    await expectEachUseOnce((await processes(3)).windows);
  });

  test("have an id and an end that all processes see, by the clock of the database", async () => {
    const { windows } = await processes(2);
    const key = randomUUID();
    const [first, second] = [
      await windows.at(0)?.lease(leaseRequest(key)),
      await windows.at(-1)?.lease(leaseRequest(key)),
    ];
    expect(second?.windowId).toBe(first?.windowId);
    expect(first?.remainsMs).toBe(60_000);
    expect(first?.granted).toBe(7);
    expect(first?.left).toBe(53);
  });

  test("count uses without a lease, even beyond the bound", async () => {
    const { windows } = await processes(1);
    const key = randomUUID();
    await windows[0]?.lease({ ...leaseRequest(key), spent: 50 });
    expect(await windows[0]?.lease({ ...leaseRequest(key), spent: 50 })).toMatchObject({ granted: 0, left: 0 });
  });

  test("take back what was not used, but not after they have ended", async () => {
    const { database, windows } = await processes(1);
    const [one, key] = [windows[0] as (typeof windows)[0], randomUUID()];
    const lease = await one.lease(leaseRequest(key, 60));
    expect(await one.wanted()).not.toContain(key);
    expect((await one.lease(leaseRequest(key))).granted).toBe(0);
    expect(await one.wanted()).toContain(key);
    await one.putBack([{ key, windowId: lease.windowId, count: 40 }]);
    expect(await one.wanted()).not.toContain(key);
    expect((await one.lease(leaseRequest(key, 60))).granted).toBe(40);
    await database.manager.query("UPDATE use_windows SET ends_at = 1 WHERE name = ?", [`calls ${key}`]);
    const next = await one.lease(leaseRequest(key, 30));
    await one.putBack([{ key, windowId: lease.windowId, count: 40 }]);
    expect(next.granted).toBe(30);
    expect((await one.lease(leaseRequest(key, 60))).granted).toBe(30);
  });

  test("are forgotten when they have ended, and no others", async () => {
    const { database, windows } = await processes(1);
    const [ended, open] = [randomUUID(), randomUUID()];
    for (const key of [ended, open]) await windows[0]?.lease(leaseRequest(key));
    await database.manager.query("UPDATE use_windows SET ends_at = 1 WHERE name = ?", [`calls ${ended}`]);
    await windows[0]?.removeEnded();
    const names = await database.manager.query("SELECT name FROM use_windows");
    expect(names.map(({ name }: { name: string }) => name)).toEqual([`calls ${open}`]);
  });
});
