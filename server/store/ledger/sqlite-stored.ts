import type { AssetCode } from "../../domain/ledger/assets.ts";
import type { Request, WalletFacts } from "../../domain/ledger/book.ts";
import { readEntry } from "../../domain/ledger/chain.ts";
import type { Stored, StoredAccount } from "./batch-store.ts";
import { toPending, toQuote } from "./records.ts";
import type { AccountColumns, SqliteStatements, WalletColumns } from "./sqlite-statements.ts";

/** What a SQLite database has: what the requests name at once, and all else when it is asked for. */
export function sqliteStored(statements: SqliteStatements, requests: readonly Request[]): Stored {
  const last = statements.last.get();
  const ids = JSON.stringify(requests.map(({ id }) => id));
  const entries = new Map(statements.entries.all(ids));
  const pending = new Map(statements.pending.all(ids).map((row) => [row["id"] as string, toPending(row)]));
  const owners = ownersByAsset(requests);
  const wallets = walletsOf(statements, owners);
  const accounts = accountsOf(statements, owners);
  return {
    last: last && { number: Number(last[0]), lastSequence: Number(last[1]), hash: last[2], atMs: Number(last[3]) },
    entry(id) {
      const bytes = entries.get(id);
      return bytes && readEntry(bytes);
    },
    pending: (id) => pending.get(id),
    wallet(owner) {
      const known = wallets.get(owner);
      if (known !== undefined) return known;
      const row = statements.wallet.get(owner);
      const wallet = row && toWallet(row);
      if (wallet !== undefined) wallets.set(owner, wallet);
      return wallet;
    },
    account(owner, asset) {
      const known = accounts.get(asset)?.get(owner);
      if (known !== undefined) return known;
      const row = statements.account.get(owner, asset);
      return row && toAccount(row);
    },
    quote(id) {
      const row = statements.quote.get(id);
      return row && toQuote(row);
    },
  };
}

/** Whose accounts the requests themselves name. */
function ownersByAsset(requests: readonly Request[]): Map<AssetCode, Set<string>> {
  const owners = new Map<AssetCode, Set<string>>();
  for (const request of requests) {
    if (!("asset" in request)) continue;
    const named = owners.get(request.asset) ?? new Set();
    if (named.size === 0) owners.set(request.asset, named);
    named.add(request.owner);
    if ("recipient" in request) named.add(request.recipient);
  }
  return owners;
}

function walletsOf(statements: SqliteStatements, owners: Map<AssetCode, Set<string>>): Map<string, WalletFacts> {
  const wallets = new Map<string, WalletFacts>();
  for (const named of owners.values()) {
    for (const row of statements.wallets.all(JSON.stringify([...named]))) wallets.set(row[0], toWallet(row));
  }
  return wallets;
}

function accountsOf(
  statements: SqliteStatements,
  owners: Map<AssetCode, Set<string>>,
): Map<AssetCode, Map<string, StoredAccount>> {
  const accounts = new Map<AssetCode, Map<string, StoredAccount>>();
  for (const [asset, named] of owners) {
    const found = statements.accounts.all(JSON.stringify([...named]), asset);
    accounts.set(asset, new Map(found.map((row) => [row[0], toAccount(row)])));
  }
  return accounts;
}

function toWallet([, isFrozen, autoExchange, level]: WalletColumns): WalletFacts {
  return { isFrozen: isFrozen !== 0n, autoExchange: autoExchange !== 0n, level: Number(level) };
}

function toAccount([, id, balance, spentDay, spent]: AccountColumns): StoredAccount {
  return { id: Number(id), balance, spentDay: Number(spentDay), spent };
}
