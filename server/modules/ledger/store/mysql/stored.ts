import { type ColumnNames, columnsOf } from "../../../../database/column-list.ts";
import type { StoredRow } from "../../../../database/dialect.ts";
import { literals } from "../../../../database/mysql/literal.ts";
import type { RunScript } from "../../../../database/mysql/scripts.ts";
import type { Request, WalletFacts } from "../../domain/book.ts";
import { readEntry } from "../../domain/entry/chain.ts";
import { systemOwners } from "../../domain/entry/entry.ts";
import type { Stored, StoredAccount } from "../batch-store.ts";
import { holdColumns } from "../hold-row.ts";
import { chainEndColumns, ledgerAccountRows } from "../ledger-row.ts";
import { entryIdsOf, type Part, partsOf, reversedIdsOf } from "../named.ts";
import { pendingTransferColumns } from "../pending-transfer-row.ts";
import { allRates, lastBatch, toQuote, toRate } from "../records.ts";
import { quoteColumns, rateColumns, walletFactColumns } from "../wallet-row.ts";

/** Locks `ledger_turn`, then reads all stored state that the requests may need, in at most two scripts. */
export async function mysqlStored(run: RunScript, requests: readonly Request[]): Promise<Stored> {
  const parts = partsOf(requests);
  const ids = parts.map(({ id }) => id);
  const owners = ownersOf(parts);
  const reversedIds = reversedIdsOf(parts);
  const holdIds = holdIdsOf(requests);
  const [, batchRows, entryRows, pendingRows, accountRows, quoteRows, ...moreRows] = (await run([
    "SELECT id FROM ledger_turn FOR UPDATE",
    lastBatch,
    among("SELECT id, bytes FROM ledger_entries WHERE id", entryIdsOf(parts)),
    among("SELECT * FROM pending_transfers WHERE id", ids),
    among(accountsOfOwners, owners),
    among("SELECT * FROM exchange_quotes WHERE id", quoteIdsOf(requests)),
    // Only requests that change a hold, or give something back, need these.
    ...(holdIds.size > 0 ? [among(`SELECT ${holdColumns.sql} FROM holds WHERE id`, holdIds)] : []),
    ...(reversedIds.length > 0 ? [`${among(reversedTotals, reversedIds)} GROUP BY reversed`] : []),
  ])) as [StoredRow[], StoredRow[], StoredRow[], StoredRow[], StoredRow[], StoredRow[], ...StoredRow[][]];
  const holdRows = holdIds.size > 0 ? (moreRows[0] as StoredRow[]) : [];
  const reversedRows = reversedIds.length > 0 ? (moreRows.at(-1) as StoredRow[]) : [];
  const reversed = new Map(reversedRows.map((row) => [row["reversed"] as string, row["total"] as bigint]));
  const [last] = batchRows;
  const entries = new Map(entryRows.map((row) => [row["id"] as string, row["bytes"] as Uint8Array]));
  const pending = new Map(pendingRows.map(pendingTransferColumns.read).map((transfer) => [transfer.id, transfer]));
  const quotes = new Map(quoteRows.map((row) => toQuote(quoteColumns.read(row))).map((quote) => [quote.id, quote]));
  const holds = new Map(holdRows.map((row) => holdColumns.read(row)).map((hold) => [hold.id, hold]));
  const parties = [...pending.values(), ...holds.values()].flatMap(({ sender, recipient }) => [sender, recipient]);
  const others = parties.filter((owner) => !owners.has(owner));
  const mayAskRates = requests.some(({ kind }) => kind === "exchange") || hasAutoExchange(accountRows);
  const further = [...(others.length > 0 ? [among(accountsOfOwners, others)] : []), ...(mayAskRates ? [allRates] : [])];
  const answers = further.length > 0 ? await run(further) : [];
  const rateRows = mayAskRates ? (answers.at(-1) as StoredRow[]) : undefined;
  const otherRows = others.length > 0 ? (answers[0] as StoredRow[]) : [];
  for (const owner of others) owners.add(owner);
  const rows = [...accountRows, ...otherRows];
  const [wallets, accounts] = [walletsOf(rows), accountsOf(rows)];

  function named(owner: string): string {
    if (!owners.has(owner)) throw new Error("a decision has asked for an owner whom its request does not name");
    return owner;
  }

  return {
    last: last && chainEndColumns.read(last),
    entry(id) {
      const bytes = entries.get(id);
      return bytes && readEntry(bytes);
    },
    pending: (id) => pending.get(id),
    wallet: (owner) => wallets.get(named(owner)),
    account: (owner, asset) => accounts.get(`${named(owner)} ${asset}`),
    quote: (id) => quotes.get(id),
    hold: (id) => holds.get(id),
    reversed: (id) => reversed.get(id) ?? 0n,
    rates() {
      if (rateRows === undefined) throw new Error("a decision has asked for rates that its request does not need");
      return rateRows.map((row) => toRate(rateColumns.read(row)));
    },
  };
}

/** The total of a reversal is that of all until it, so that the highest is the last. */
const reversedTotals = "SELECT reversed, MAX(total) AS total FROM ledger_reversals WHERE reversed";

/** Whether a transfer from one of the wallets may exchange. */
function hasAutoExchange(rows: readonly StoredRow[]): boolean {
  return rows.some((row) => Number(walletFactColumns.read(row).autoExchange) !== 0);
}

const accountFacts = columnsOf(ledgerAccountRows, ["id", "owner", "asset", "balance", "spentDay", "spent", "held"]);

/** Accounts of owners, joined with their wallets: every wallet has an account from its creation. */
const accountsOfOwners =
  `SELECT ${namesOf("a", accountFacts)}, ${namesOf("w", walletFactColumns)}, ` +
  "COALESCE(i.level, 0) AS level, i.level_falls FROM ledger_accounts a LEFT JOIN wallets w ON w.identity_id = a.owner " +
  "LEFT JOIN identities i ON i.id = w.identity_id WHERE a.owner";

function namesOf(table: string, { names }: ColumnNames): string {
  return names.map((name) => `${table}.${name}`).join(", ");
}

/** Statement that selects the rows of the given names; it is valid, and finds no rows, without names. */
function among(selection: string, names: Iterable<string>): string {
  return `${selection} IN ${literals(names)}`;
}

function ownersOf(requests: readonly Part[]): Set<string> {
  const owners = new Set<string>(Object.values(systemOwners));
  for (const request of requests) {
    owners.add(request.owner);
    if ("recipient" in request) owners.add(request.recipient);
  }
  return owners;
}

function quoteIdsOf(requests: readonly Request[]): Set<string> {
  return new Set(requests.flatMap((request) => ("quoteId" in request ? [request.quoteId ?? []].flat() : [])));
}

function holdIdsOf(requests: readonly Request[]): Set<string> {
  return new Set(requests.flatMap((request) => ("holdId" in request ? [request.holdId] : [])));
}

function walletsOf(rows: readonly StoredRow[]): Map<string, WalletFacts> {
  const wallets = new Map<string, WalletFacts>();
  for (const row of rows) {
    const { identityId, isFrozen, autoExchange } = walletFactColumns.read(row);
    // System accounts have no wallet.
    if (identityId === null || wallets.has(identityId)) continue;
    wallets.set(identityId, {
      isFrozen: isFrozen !== 0,
      autoExchange: autoExchange !== 0,
      level: Number(row["level"]),
      levelFalls: JSON.parse((row["level_falls"] as string | null) ?? "[]"),
    });
  }
  return wallets;
}

function accountsOf(rows: readonly StoredRow[]): Map<string, StoredAccount> {
  return new Map(
    rows.map((row) => {
      const { owner, asset, ...account } = accountFacts.read(row);
      return [`${owner} ${asset}`, account];
    }),
  );
}
