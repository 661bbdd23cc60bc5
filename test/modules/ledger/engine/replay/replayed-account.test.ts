import { expect, it } from "vitest";
import type { Entry } from "../../../../../server/modules/ledger/domain/entry/entry.ts";
import { ReplayedAccount } from "../../../../../server/modules/ledger/engine/replay/replayed-account.ts";

const dayMs = 86_400_000;
const name = { owner: "anna", asset: "USD" };

/** An account with these entries; the default is a transfer of 5 on day 3. */
function accountOf(...entries: Partial<Entry>[]): ReplayedAccount {
  const account = new ReplayedAccount(name);
  for (const entry of entries) account.spend({ kind: 1, outcome: 0, amount: 5n, atMs: 3 * dayMs, ...entry } as Entry);
  return account;
}

const stored = { ...name, balance: 0n, isCustomer: 1 };
const sent = (spentDay: number, spent: bigint) => ({ ...stored, spending: { spentDay, spent } });

it("an account sums up what was sent on the day of the last transfer", () => {
  const account = accountOf({}, { atMs: 4 * dayMs - 1, amount: 7n });
  expect(account.flaws(sent(3, 12n))).toEqual([]);
  account.spend({ kind: 1, outcome: 0, amount: 2n, atMs: 4 * dayMs } as Entry);
  expect(account.flaws(sent(4, 2n))).toEqual([]);
});

it.each([
  ["refused", { outcome: 3 }],
  ["no transfer", { kind: 4 }],
] as [string, Partial<Entry>][])("an account does not count an entry that is %s", (_, other) => {
  expect(accountOf({}, { ...other, atMs: 9 * dayMs }).flaws(sent(3, 5n))).toEqual([]);
});

it.each([
  [4, 5n],
  [3, 6n],
])("a wrong day or amount sent is a flaw: %i, %s", (day, spent) => {
  expect(accountOf({}).flaws(sent(day, spent))).toEqual([`has sent ${spent} on day ${day}, by its entries 5 on day 3`]);
});

it("an unknown amount sent is not checked", () => {
  expect(accountOf({}).flaws({ ...stored, spending: undefined })).toEqual([]);
});

it("a balance other than the sum of the postings is a flaw", () => {
  const account = accountOf();
  account.replayed.add({ sequence: 1, leg: 0, kind: 3, amount: 7n });
  expect(account.flaws({ ...sent(0, 0n), balance: 6n })).toEqual(["holds 6, its entries make 7"]);
});

it.each([
  ["anna", 0],
  ["@fees", 1],
])("a wrong mark as customer of %s is a flaw: %i", (owner, isCustomer) => {
  const account = new ReplayedAccount({ owner, asset: "USD" });
  expect(account.flaws({ ...sent(0, 0n), owner, isCustomer })).toEqual(["is not marked as what it is"]);
});
