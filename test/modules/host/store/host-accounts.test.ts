import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { storedHostAccounts } from "../../../../server/modules/host/store/host-accounts.ts";
import type { HostAccounts } from "../../../../server/modules/identity/domain/host-accounts.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";

onEveryDatabase("the UIDs of host users", (engine) => {
  it("are unique, and assignment fails when the range is used up", async () => {
    const accounts = storedHostAccounts(await engine.open(), { base: 1_000, count: 4 });
    const uids = [];
    for (let n = 0; n < 3; n++) uids.push(await accounts.settle(randomUUID()));
    expect(uids.sort()).toEqual([1_001, 1_002, 1_003]);
    await expect(accounts.settle(randomUUID())).rejects.toMatchObject({
      reason: "UNAVAILABLE",
      message: expect.stringContaining("raise HOST_UID_COUNT"),
    });
  });

  it("are assigned once per identity, under concurrent requests of several processes", async () => {
    const database = await engine.open();
    const range = { base: 1_000, count: 40 };
    const processes = [database, await engine.open(database.location)].map((each) => storedHostAccounts(each, range));
    const ids = Array.from({ length: 30 }, () => randomUUID());
    const settleAll = (accounts: HostAccounts) =>
      [...ids, ...ids].map(async (id) => [id, await accounts.settle(id)] as const);
    const [here, there] = processes as [HostAccounts, HostAccounts];
    // On SQLite a process blocks while it waits for another, and both stores are in this process.
    const answers =
      engine.kind === "mysql"
        ? await Promise.all(processes.flatMap(settleAll))
        : [...(await Promise.all(settleAll(here))), ...(await Promise.all(settleAll(there)))];
    const byIdentity = Map.groupBy(answers, ([id]) => id);
    const uids = [...byIdentity.values()].map((all) => new Set(all.map(([, uid]) => uid)));
    expect(uids.every(({ size }) => size === 1)).toBe(true);
    expect(new Set(uids.flatMap((set) => [...set])).size).toBe(30);
  });

  it("are kept when the service starts with another range", async () => {
    const database = await engine.open();
    const id = randomUUID();
    const uid = await storedHostAccounts(database, { base: 1_000, count: 10 }).settle(id);
    expect(await storedHostAccounts(database, { base: 5_000, count: 10 }).settle(id)).toBe(uid);
  });
});
