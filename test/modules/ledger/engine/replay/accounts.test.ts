import { expect, test } from "vitest";
import type { PlacedPosting } from "../../../../../server/modules/ledger/domain/entry/placed-posting.ts";
import type { AccountName, LedgerRows } from "../../../../../server/modules/ledger/domain/rows.ts";
import { replayAccounts } from "../../../../../server/modules/ledger/engine/replay/accounts.ts";
import { Audit } from "../../../../../server/modules/ledger/engine/replay/audit.ts";
import type { AuditedAccount } from "../../../../../server/modules/ledger/engine/replay/replayed-account.ts";

const asset = "TOKEN_STANDARD";

/** Rows of accounts whose postings are of 1 each; `writes` run before the read of their number. */
function ledgerOf(accounts: Record<string, number[]>, writes: Record<number, () => void> = {}, end = 10_000) {
  let reads = 0;
  const read = () => writes[reads++]?.();
  const row = (owner: string) => {
    const balance = BigInt(accounts[owner]?.length ?? 0);
    return { owner, asset, balance, spentDay: 0, spent: 0n, held: 0n, isCustomer: 1 };
  };
  const rows: Partial<LedgerRows> = {
    async accountsAfter(after, count) {
      read();
      const owners = Object.keys(accounts).sort();
      return owners
        .filter((owner) => after === undefined || owner > after.owner)
        .slice(0, count)
        .map(row);
    },
    async account({ owner }) {
      read();
      return row(owner);
    },
    async postingsAfter(owner, _, after, count) {
      read();
      const left = (accounts[owner] ?? []).filter((sequence) => sequence > (after?.sequence ?? 0));
      return left.slice(0, count).map((sequence) => ({ sequence, leg: 0, kind: 1, amount: 1n }));
    },
    lastSequence: async () => end,
  };
  return rows as LedgerRows;
}

/** Records the accounts and postings that the audit receives. */
class RecordingAudit extends Audit {
  readonly received: [string, bigint, number[], boolean][] = [];
  #postings: number[] = [];
  readonly #lastSequence: number;

  constructor(lastSequence: number) {
    super();
    this.#lastSequence = lastSequence;
  }

  override get lastSequence(): number {
    return this.#lastSequence;
  }

  override posting(_: AccountName, { sequence }: PlacedPosting): void {
    this.#postings.push(sequence);
  }

  override account({ owner, balance, spending }: AuditedAccount): boolean {
    this.received.push([owner, balance, this.#postings, spending !== undefined]);
    this.#postings = [];
    return true;
  }
}

async function accountsOf(rows: LedgerRows, lastSequence: number) {
  const audit = new RecordingAudit(lastSequence);
  expect(await replayAccounts(audit, { rows, pause: async () => false })).toBe(false);
  expect(audit.findings).toEqual([]);
  return audit.received;
}

test("accounts are audited as of an entry, without later postings", async () => {
  expect(await accountsOf(ledgerOf({ ada: [1, 2, 7, 9], bob: [2], eve: [8] }), 5)).toEqual([
    ["ada", 2n, [1, 2], false],
    ["bob", 1n, [2], true],
    ["eve", 0n, [], false],
  ]);
});

test.each([1, 2, 3, 4, 5])("a write between two reads leaves accounts consistent: before read %i", async (place) => {
  const accounts = { ada: [1, 2], bob: [2] };
  const ledger = ledgerOf(accounts, { [place]: () => accounts.ada.push(6) });
  const audited = (await accountsOf(ledger, 5)).map(([owner, balance, postings]) => [owner, balance, postings]);
  expect(audited).toEqual([
    ["ada", 2n, [1, 2]],
    ["bob", 1n, [2]],
  ]);
});

test("postings of several pages are all audited", async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => index + 1);
  const [account] = await accountsOf(ledgerOf({ ada: many }), 2_400);
  expect(account).toEqual(["ada", 2_400n, many.slice(0, 2_400), false]);
});

test("postings after the last batch are found", async () => {
  const audit = new RecordingAudit(5);
  await replayAccounts(audit, { rows: ledgerOf({ ada: [1, 7] }, {}, 6), pause: async () => false });
  expect(audit.findings).toEqual([{ place: `account ada ${asset}`, flaw: "posting 7/0 is of no batch" }]);
});

test("the replay can be stopped before the next account", async () => {
  const audit = new RecordingAudit(5);
  const pauses = [false, true];
  const pause = async () => pauses.shift() ?? true;
  expect(await replayAccounts(audit, { rows: ledgerOf({ ada: [1], bob: [2] }), pause })).toBe(true);
  expect(audit.received).toHaveLength(1);
});

test("the replay lets other work run after each thousand postings of an account, and can be stopped there", async () => {
  const ledger = () => ledgerOf({ ada: Array.from({ length: 2_500 }, (_, index) => index + 1) });
  let pauses = 0;
  const count = async () => {
    pauses++;
    return false;
  };
  const audit = new RecordingAudit(2_500);
  expect(await replayAccounts(audit, { rows: ledger(), pause: count })).toBe(false);
  expect(audit.received).toHaveLength(1);
  // Before the account, twice within it, and at the end.
  expect(pauses).toBe(4);
  const stopped = new RecordingAudit(2_500);
  let left = 2;
  expect(await replayAccounts(stopped, { rows: ledger(), pause: async () => --left === 0 })).toBe(true);
  expect(stopped.received).toEqual([]);
});
