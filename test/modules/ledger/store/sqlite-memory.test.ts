import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { type Batch, transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { emptyTree } from "../../../../server/modules/ledger/domain/tree/frontier.ts";
import { SqliteMemory } from "../../../../server/modules/ledger/store/sqlite/memory.ts";
import { sqlite } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";

const { TX_ERROR_INSUFFICIENT_FUNDS, TX_ERROR_INVALID_TRANSACTION } = transactionErrors;

it("a batch sees the balances of the previous one", async () => {
  const { ledger, addWallet } = await openLedgerFixture(sqlite);
  const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
  expect(entryOf(await ledger.submit(transfer(ada, eve, 600_000n))).outcome).toBe(0);
  expect(entryOf(await ledger.submit(transfer(ada, eve, 600_000n))).outcome).toBe(TX_ERROR_INSUFFICIENT_FUNDS);
  expect(entryOf(await ledger.submit(transfer(eve, ada, 500_000n))).outcome).toBe(0);
  await expectConsistent(ledger);
});

it("batches of two processes in turn see each other's balances", async () => {
  const here = await openLedgerFixture(sqlite);
  const there = await openLedgerFixture(sqlite, {}, here.location);
  const [ada, eve] = [await here.addWallet(1_000_000n), await here.addWallet()];
  for (let turn = 0; turn < 6; turn++) {
    const { ledger } = turn % 2 === 0 ? here : there;
    entryOf(await ledger.submit(transfer(ada, eve, 100n)));
  }
  expect(await here.ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 600n }]);
  await expectConsistent(here.ledger);
});

it("a wallet that another process freezes during a commit is seen", async () => {
  let isArmed = false;
  const { ledger, addWallet, location } = await openLedgerFixture(sqlite, {
    afterStep(step) {
      if (!isArmed || step !== "committed") return;
      isArmed = false;
      expect(other.prepare("UPDATE wallets SET is_frozen = 1 WHERE identity_id = ?").run(ada).changes).toBe(1);
    },
  });
  const other = new Database(join(location.dataDirectory, "platonic.sqlite"));
  onTestFinished(() => void other.close());
  const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
  isArmed = true;
  expect(entryOf(await ledger.submit(transfer(ada, eve, 100n))).outcome).toBe(0);
  expect(entryOf(await ledger.submit(transfer(ada, eve, 100n))).outcome).toBe(TX_ERROR_INVALID_TRANSACTION);
});

it("a change by another part of this process is seen", async () => {
  const { ledger, addWallet, wallets } = await openLedgerFixture(sqlite);
  const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
  expect(entryOf(await ledger.submit(transfer(ada, eve, 100n))).outcome).toBe(0);
  const wallet = await wallets.find(ada);
  await wallets.update({ ...(wallet as NonNullable<typeof wallet>), isFrozen: true, version: 2 });
  expect(entryOf(await ledger.submit(transfer(ada, eve, 100n))).outcome).toBe(TX_ERROR_INVALID_TRANSACTION);
});

it("a batch that fails does not change the cache", async () => {
  let isArmed = false;
  const { ledger, addWallet } = await openLedgerFixture(sqlite, {
    afterStep(step) {
      if (isArmed && step === "checkpointed") throw new Error("a moment's weakness");
    },
  });
  const [ada, eve] = [await addWallet(1_000_000n), await addWallet()];
  isArmed = true;
  await expect(ledger.submit(transfer(ada, eve, 100n))).rejects.toThrow("weakness");
  isArmed = false;
  entryOf(await ledger.submit(transfer(ada, eve, 100n)));
  expect(await ledger.balances(eve)).toEqual([{ asset: standardAsset, balance: 100n }]);
  await expectConsistent(ledger);
});

it("the cache is kept until a cached row may have changed", () => {
  const memory = new SqliteMemory(5, 100);
  const account = { id: 1, balance: 5n, spentDay: someDayMs, spent: 0n, held: 0n };
  const wallet = { isFrozen: false, autoExchange: false, level: 1, levelFalls: [] };
  const state = { lastHash: new Uint8Array([1]), factChanges: 1n };
  const kept = (changed: Partial<typeof state> = {}) => {
    memory.begin(Object.assign(state, changed), () => undefined);
    const has = [memory.wallet("ada") !== undefined, memory.account("ada", standardAsset) !== undefined];
    for (const owner of ["ada", "eve"]) {
      memory.setAccount(owner, standardAsset, account);
      memory.setWallet(owner, wallet);
    }
    return has;
  };
  expect(kept()).toEqual([false, false]);
  expect(kept({ lastHash: new Uint8Array([1]) })).toEqual([true, true]);
  expect(kept({ lastHash: new Uint8Array([2]) })).toEqual([true, false]);
  expect(kept({ factChanges: 2n })).toEqual([false, true]);
  memory.end({ batch: { hash: new Uint8Array([3]) } as Batch, frontier: emptyTree }, []);
  expect(kept({ lastHash: new Uint8Array([3]) })).toEqual([true, true]);
});
