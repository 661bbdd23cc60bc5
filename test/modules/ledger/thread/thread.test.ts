import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LastStatements } from "../../../../server/core/alongside.ts";
import { type Database, openDatabase } from "../../../../server/database/source.ts";
import { DatabaseUnavailable } from "../../../../server/database/unavailable.ts";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { entryBytes } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import type { Follower, WrittenEntries } from "../../../../server/modules/ledger/domain/follower.ts";
import type { LedgerThreadDeps } from "../../../../server/modules/ledger/thread/writer.ts";
import { onEveryDatabase, sqlite, type TestDatabase } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { limitedTo, policy, someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, newWallet, openLedgerFixture, threadOf } from "../../../support/ledger/ledger-fixture.ts";
import { create, deposit, exchange, execute, transfer } from "../../../support/ledger/requests.ts";

const { TX_ERROR_LIMIT_EXCEEDED, TX_ERROR_INVALID_TRANSACTION } = transactionErrors;
const dying = new URL("./dying-thread.ts", import.meta.url);
const silent = new URL("./silent-thread.ts", import.meta.url);

/** Opens a ledger with a thread of its own. */
function openThreaded(engine: TestDatabase, { follower, ...more }: Partial<LedgerThreadDeps> = {}) {
  return openLedgerFixture(engine, {
    follower,
    openWriter: async (database) => threadOf(database, { follower }, more),
  });
}

onEveryDatabase("a ledger with a thread of its own", (engine) => {
  it("tells what is stored, in full", async () => {
    const { ledger, addWallet } = await openThreaded(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const order = create(ada, eve, 200n);
    expect(await ledger.submit(order)).toMatchObject({ kind: "pending", isReplay: false });
    const outcome = await ledger.submit(execute(order.id, ada));
    expect(outcome).toMatchObject({ kind: "entry", entry: { amount: 200n, outcome: 0 } });
    expect(await ledger.entry(order.id)).toEqual(entryOf(outcome));
    expect(await ledger.submit(execute(order.id, ada))).toMatchObject({ isReplay: true });
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 200n }]);
    await expectConsistent(ledger);
  });

  it("writes beside the main thread: neither meets the other's lock, and nothing is lost", async () => {
    const { ledger, database, wallets, addWallet } = await openThreaded(engine);
    const owners = [await addWallet(1_000_000n), await addWallet(1_000_000n)] as const;
    const payments = Array.from({ length: 200 }, (_, index) =>
      ledger.submit(transfer(owners[index % 2] as string, owners[(index + 1) % 2] as string, 10n)),
    );
    const opened = Promise.all(Array.from({ length: 50 }, () => addWallet()));
    const kept = Promise.all(
      Array.from({ length: 50 }, () =>
        database.manager.query("UPDATE wallets SET version = version + 1 WHERE identity_id = ?", [owners[0]]),
      ),
    );
    for (const outcome of await Promise.all(payments)) expect(entryOf(outcome).outcome).toBe(0);
    expect(await Promise.all((await opened).map((owner) => wallets.find(owner)))).not.toContain(undefined);
    await kept;
    expect(await wallets.find(owners[0])).toMatchObject({ version: 51 });
    await expectConsistent(ledger);
  });

  it("sees what the main thread has changed before an order: a frozen wallet, and one that is new", async () => {
    const { ledger, wallets, addWallet } = await openThreaded(engine);
    const ada = await addWallet(1_000n);
    for (let turn = 0; turn < 10; turn++) {
      const eve = await addWallet();
      expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).outcome).toBe(0);
      const wallet = await wallets.find(eve);
      await wallets.update({ ...(wallet as NonNullable<typeof wallet>), isFrozen: true, version: 2 });
      expect(entryOf(await ledger.submit(transfer(eve, ada, 1n))).outcome).toBe(TX_ERROR_INVALID_TRANSACTION);
    }
  });

  it("applies a policy from the order on that follows its change", async () => {
    const live = { ...policy };
    const { ledger, addWallet } = await openThreaded(engine, { policy: live });
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    expect(entryOf(await ledger.submit(transfer(ada, eve, 100n))).outcome).toBe(0);
    Object.assign(live, limitedTo({ perTransaction: 50n, perDay: 50n }));
    expect(entryOf(await ledger.submit(transfer(ada, eve, 100n))).outcome).toBe(TX_ERROR_LIMIT_EXCEEDED);
  });

  it("uses the clock of the main thread", async () => {
    let now = someDayMs;
    const { ledger, addWallet } = await openThreaded(engine, { now: () => now });
    const ada = await addWallet(1_000n);
    now += 5_000;
    expect(entryOf(await ledger.submit(deposit(ada, 1n))).atMs).toBe(someDayMs + 5_000);
  });

  it("tells a follower the followed entries in order, none of which keeps the rest of its batch in memory", async () => {
    const written: WrittenEntries[] = [];
    const follower: Follower = {
      version: 7,
      isFollowed: ({ amount }) => amount > 100n,
      written: (one) => void written.push(one),
    };
    const { ledger, addWallet } = await openThreaded(engine, { follower });
    const ada = await addWallet(100n);
    const orders = [deposit(ada, 1n), deposit(ada, 200n), deposit(ada, 2n), deposit(ada, 300n)];
    const entries = (await ledger.submitAll(orders)).map(entryOf);
    const { firstSequence, last, followed, version } = written.at(-1) as WrittenEntries;
    expect([firstSequence, last.sequence, version]).toEqual([entries[0]?.sequence, entries[3]?.sequence, 7]);
    expect(followed.map(({ entry }) => entry.id)).toEqual([entries[1]?.id, entries[3]?.id]);
    for (const { entry, bytes } of followed) {
      expect(Buffer.compare(entryBytes(entry), bytes)).toBe(0);
      expect(bytes.buffer.byteLength).toBe(bytes.length);
      expect(entry.requestDigest.buffer).toBe(bytes.buffer);
    }
  });

  it("stores the writes that accompany an order with it, each given the rows of the one before", async () => {
    const { ledger, database, addWallet } = await openThreaded(engine);
    const ada = await addWallet(1_000n);
    const record: LastStatements = function* () {
      const [row] = yield { sql: "SELECT version AS version FROM wallets WHERE identity_id = ?", values: [ada] };
      const values = [(row?.["version"] as bigint) + 41n, ada];
      yield { sql: "UPDATE wallets SET version = ? WHERE identity_id = ?", values };
    };
    await ledger.submit({ ...deposit(ada, 1n), record });
    expect(await versionOf(database, ada)).toBe(42);
  });

  it("stores neither when the writes that accompany an order fail", async () => {
    const { ledger, database, addWallet } = await openThreaded(engine);
    const ada = await addWallet(1_000n);
    const failing: LastStatements = function* () {
      yield { sql: "UPDATE wallets SET version = 7 WHERE identity_id = ?", values: [ada] };
      throw new Error("no pen at hand");
    };
    const order = { ...deposit(ada, 1n), record: failing };
    await expect(ledger.submit(order)).rejects.toThrow("no pen at hand");
    expect(await ledger.entry(order.id)).toBeUndefined();
    expect(await versionOf(database, ada)).toBe(1);
    expect(entryOf(await ledger.submit(deposit(ada, 1n))).outcome).toBe(0);
  });

  it("lets the other orders of a batch pass when one cannot be written", async () => {
    const { ledger, addWallet } = await openThreaded(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet()];
    const impossible = transfer(ada, eve, 1n, { id: "x".repeat(37) });
    const orders = [transfer(ada, eve, 1n), impossible, transfer(ada, eve, 2n)];
    const outcomes = await Promise.allSettled(orders.map(ledger.submit));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await expectConsistent(ledger);
  });

  it("tells that an outcome is unknown when the thread ends in a transaction, which is undone, and goes on", async () => {
    const lost: unknown[] = [];
    const more = { program: dying, onLost: (error: unknown) => void lost.push(error) };
    const { ledger, addWallet } = await openThreaded(engine, more);
    const ada = await addWallet(1_000n);
    const order = exchange(ada, 100n);
    await expect(ledger.submit(order)).rejects.toThrow(DatabaseUnavailable);
    expect(lost).toHaveLength(1);
    expect(await ledger.entry(order.id)).toBeUndefined();
    // The turn to write is free again for both threads.
    const eve = await addWallet(5n);
    expect(entryOf(await ledger.submit(transfer(ada, eve, 1n))).outcome).toBe(0);
    await expectConsistent(ledger);
  });

  it("answers a repeated order with its true outcome when the thread has ended after storing it", async () => {
    const location = await engine.createForTest();
    const order = deposit(randomUUID(), 5n);
    const dead = await openLedgerFixture(
      engine,
      { openWriter: async (database) => threadOf(database, {}, { program: silent, onLost: () => {} }) },
      location,
    );
    await dead.wallets.open(newWallet(order.owner));
    await expect(dead.ledger.submit(order)).rejects.toMatchObject({ mayBeStored: true });
    const { ledger } = await openLedgerFixture(engine, {}, location);
    expect(await ledger.submit(order)).toMatchObject({ kind: "entry", isReplay: true, entry: { outcome: 0 } });
  });

  it("loses and doubles nothing when its thread is ended at any moment, forty times", {
    tags: ["slow/kills"],
  }, async () => {
    let thread: Worker | undefined;
    const onStart = (started: Worker) => {
      thread = started;
    };
    const more = { onStart, onLost: () => {} };
    const { ledger, addWallet } = await openThreaded(engine, more);
    const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
    for (let kill = 0; kill < 40; kill++) {
      const orders = Array.from({ length: 30 }, () => transfer(ada, eve, 10n));
      const first = Promise.allSettled(orders.map(ledger.submit));
      for (let turns = kill; turns > 0; turns--) await setImmediate();
      await thread?.terminate();
      await first;
      for (const order of orders) expect(entryOf(await ledger.submit(order)).outcome).toBe(0);
    }
    expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 40n * 30n * 10n }]);
    await expectConsistent(ledger);
  });
});

describe("the thread of a ledger on SQLite", () => {
  it("keeps a program alive that waits for an order, and no longer", async () => {
    const { addWallet, location } = await openThreaded(sqlite);
    const owner = await addWallet();
    const program = new URL("./short-program.ts", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [program, location.dataDirectory, owner]);
    expect(stdout).toBe("entryentryentry");
  });

  it("closes its connection when it is closed, so that the file has no log left", async () => {
    const { ledger, addWallet, location } = await openThreaded(sqlite);
    const ada = await addWallet(1_000n);
    await ledger.close();
    await expect(ledger.submit(deposit(ada, 1n))).rejects.toThrow("closed");
    const again = await openDatabase(location, []);
    onTestFinished(() => again.close());
    expect(await again.manager.query("SELECT COUNT(*) AS count FROM ledger_entries")).toEqual([{ count: 1n }]);
  });
});

async function versionOf({ manager }: Database, owner: string): Promise<number> {
  const sql = "SELECT version AS version FROM wallets WHERE identity_id = ?";
  const [row] = (await manager.query(sql, [owner])) as { readonly version: bigint }[];
  return Number(row?.version);
}
