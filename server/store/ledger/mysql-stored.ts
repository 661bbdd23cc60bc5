import type { EntityManager } from "typeorm";
import type { Request, WalletFacts } from "../../domain/ledger/book.ts";
import { readEntry } from "../../domain/ledger/chain.ts";
import { systemOwners } from "../../domain/ledger/entry.ts";
import type { Stored, StoredAccount } from "./batch-store.ts";
import { type StoredRow, toPending, toQuote } from "./records.ts";

/** What a MySQL or MariaDB has of what requests name, read before it is asked for. */
export async function mysqlStored(manager: EntityManager, requests: readonly Request[]): Promise<Stored> {
  const rowsOf = async (sql: string, names: Iterable<string>): Promise<StoredRow[]> => {
    const listed = [...names];
    return listed.length === 0 ? [] : manager.query(sql, [listed]);
  };
  const ids = [...new Set(requests.map(({ id }) => id))];
  const owners = ownersOf(requests);
  const [facts, quoteRows] = await Promise.all([
    manager.query(factsOf, [ids, ids, [...owners]]) as Promise<StoredRow[]>,
    rowsOf("SELECT * FROM exchange_quotes WHERE id IN (?)", quoteIdsOf(requests)),
  ]);
  const { batch = [], entry = [], pending: waiting = [], account = [] } = Object.groupBy(facts, whatOf);
  const [last] = batch;
  const entries = new Map(entry.map((row) => [row["id"] as string, row["bytes"] as Uint8Array]));
  const pendingIds = waiting.map(({ id }) => id as string);
  const pendingRows = await rowsOf("SELECT * FROM pending_transfers WHERE id IN (?)", pendingIds);
  const pending = new Map(pendingRows.map((row) => [row["id"] as string, toPending(row)]));
  const quotes = new Map(quoteRows.map((row) => [row["id"] as string, toQuote(row)]));
  const parties = [...pending.values()].flatMap(({ sender, recipient }) => [sender, recipient]);
  const others = new Set(parties.filter((owner) => !owners.has(owner)));
  for (const owner of others) owners.add(owner);
  const rows = [...account, ...(await rowsOf(`SELECT ${accountsOfOwners}`, others))];
  const [wallets, accounts] = [walletsOf(rows), accountsOf(rows)];

  function named(owner: string): string {
    if (!owners.has(owner)) throw new Error("a decision has asked for an owner whom its request does not name");
    return owner;
  }

  return {
    last: last && {
      number: Number(last["place"]),
      lastSequence: Number(last["last_sequence"]),
      hash: last["bytes"] as Uint8Array,
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
  "3 AS what, a.id AS place, NULL AS last_sequence, NULL AS at_ms, NULL AS bytes, NULL AS id, a.owner, a.asset, " +
  "a.balance, a.spent_day, a.spent, w.is_frozen, w.auto_exchange, COALESCE(i.level, 0) AS level " +
  "FROM ledger_accounts a LEFT JOIN wallets w ON w.identity_id = a.owner " +
  "LEFT JOIN identities i ON i.id = w.identity_id WHERE a.owner IN (?)";

const nothingOfAccounts = Array(8).fill("NULL").join(", ");

/**
 * The end of the chain, the entries and the pending transactions of ids, and accounts, in one answer: a single request
 * waits for each statement about as long as for the disk.
 */
const factsOf =
  `(SELECT 0 AS what, number AS place, last_sequence, at_ms, hash AS bytes, NULL AS id, NULL AS owner, NULL AS asset, ` +
  "NULL AS balance, NULL AS spent_day, NULL AS spent, NULL AS is_frozen, NULL AS auto_exchange, NULL AS level " +
  "FROM ledger_batches ORDER BY number DESC LIMIT 1) " +
  `UNION ALL SELECT 1, NULL, NULL, NULL, bytes, id, ${nothingOfAccounts} FROM ledger_entries WHERE id IN (?) ` +
  `UNION ALL SELECT 2, NULL, NULL, NULL, NULL, id, ${nothingOfAccounts} FROM pending_transfers WHERE id IN (?) ` +
  `UNION ALL SELECT ${accountsOfOwners}`;

function whatOf({ what }: StoredRow): "batch" | "entry" | "pending" | "account" {
  return (["batch", "entry", "pending", "account"] as const)[Number(what)] as "batch";
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
        id: Number(row["place"]),
        balance: row["balance"] as bigint,
        spentDay: Number(row["spent_day"]),
        spent: row["spent"] as bigint,
      },
    ]),
  );
}
