import { format } from "mysql2";
import type { StoredRow } from "../../../../database/dialect.ts";
import type { RunScript } from "../../../../database/mysql/scripts.ts";
import type { Request, WalletFacts } from "../../domain/book.ts";
import { readEntry } from "../../domain/entry/chain.ts";
import { systemOwners } from "../../domain/entry/entry.ts";
import type { Stored, StoredAccount } from "../batch-store.ts";
import { lastBatch, toPending, toQuote } from "../records.ts";

/** What a MySQL or MariaDB has of what requests name, read before it is asked for, when it is the ledger's turn. */
export async function mysqlStored(run: RunScript, requests: readonly Request[]): Promise<Stored> {
  const ids = requests.map(({ id }) => id);
  const owners = ownersOf(requests);
  const [, batchRows, entryRows, pendingRows, accountRows, quoteRows] = (await run([
    "SELECT id FROM ledger_turn FOR UPDATE",
    lastBatch,
    among("SELECT id, bytes FROM ledger_entries WHERE id", ids),
    among("SELECT * FROM pending_transfers WHERE id", ids),
    among(accountsOfOwners, owners),
    among("SELECT * FROM exchange_quotes WHERE id", quoteIdsOf(requests)),
  ])) as [StoredRow[], StoredRow[], StoredRow[], StoredRow[], StoredRow[], StoredRow[]];
  const [last] = batchRows;
  const entries = new Map(entryRows.map((row) => [row["id"] as string, row["bytes"] as Uint8Array]));
  const pending = new Map(pendingRows.map((row) => [row["id"] as string, toPending(row)]));
  const quotes = new Map(quoteRows.map((row) => [row["id"] as string, toQuote(row)]));
  const parties = [...pending.values()].flatMap(({ sender, recipient }) => [sender, recipient]);
  const others = parties.filter((owner) => !owners.has(owner));
  const [otherRows = []] = others.length === 0 ? [] : await run([among(accountsOfOwners, others)]);
  for (const owner of others) owners.add(owner);
  const rows = [...accountRows, ...otherRows];
  const [wallets, accounts] = [walletsOf(rows), accountsOf(rows)];

  function named(owner: string): string {
    if (!owners.has(owner)) throw new Error("a decision has asked for an owner whom its request does not name");
    return owner;
  }

  return {
    last: last && {
      number: Number(last["number"]),
      lastSequence: Number(last["last_sequence"]),
      hash: last["hash"] as Uint8Array,
      atMs: Number(last["at_ms"]),
    },
    entry(id) {
      const bytes = entries.get(id);
      return bytes && readEntry(bytes);
    },
    pending: (id) => pending.get(id),
    wallet: (owner) => wallets.get(named(owner)),
    account: (owner, asset) => accounts.get(`${named(owner)} ${asset}`),
    quote: (id) => quotes.get(id),
  };
}

/** With the wallets, of which each has an account from the beginning. */
const accountsOfOwners =
  "SELECT a.id, a.owner, a.asset, a.balance, a.spent_day, a.spent, w.is_frozen, w.auto_exchange, " +
  "COALESCE(i.level, 0) AS level FROM ledger_accounts a LEFT JOIN wallets w ON w.identity_id = a.owner " +
  "LEFT JOIN identities i ON i.id = w.identity_id WHERE a.owner";

/** A statement about some names; about none, it finds nothing. */
function among(selection: string, names: Iterable<string>): string {
  return format(`${selection} IN (?)`, [[...names, null]]);
}

function ownersOf(requests: readonly Request[]): Set<string> {
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

function walletsOf(rows: readonly StoredRow[]): Map<string, WalletFacts> {
  const wallets = new Map<string, WalletFacts>();
  for (const row of rows) {
    if (row["is_frozen"] === null || wallets.has(row["owner"] as string)) continue;
    wallets.set(row["owner"] as string, {
      isFrozen: row["is_frozen"] !== 0n,
      autoExchange: row["auto_exchange"] !== 0n,
      level: Number(row["level"]),
    });
  }
  return wallets;
}

function accountsOf(rows: readonly StoredRow[]): Map<string, StoredAccount> {
  return new Map(
    rows.map((row) => [
      `${row["owner"]} ${row["asset"]}`,
      {
        id: Number(row["id"]),
        balance: row["balance"] as bigint,
        spentDay: Number(row["spent_day"]),
        spent: row["spent"] as bigint,
      },
    ]),
  );
}
