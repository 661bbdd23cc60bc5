import type { AssetCode } from "../../domain/assets.ts";
import { frontierFrom, frontierNumbers } from "../../domain/entry/batch-tree.ts";
import { readEntry } from "../../domain/entry/chain.ts";
import { isSameHash } from "../../domain/entry/digests.ts";
import type { Request, WalletFacts } from "../../domain/requests.ts";
import type { RecentChanges } from "../../engine/checkpoint/recent-changes.ts";
import type { Stored, StoredAccount } from "../batch-store.ts";
import { holdColumns } from "../hold-row.ts";
import { batchColumns, chainEndColumns, changesColumns } from "../ledger-row.ts";
import { pendingTransferColumns } from "../pending-transfer-row.ts";
import { entryIdsOf, type Part, partsOf } from "../request-parts.ts";
import { toQuote, toRate } from "../row-conversion.ts";
import { quoteColumns, rateColumns } from "../wallet-row.ts";
import type { SqliteMemory } from "./memory.ts";
import type { AccountColumns, SqliteStatements, WalletColumns } from "./statements.ts";

/**
 * Stored state of a SQLite database. State named by the requests is read in advance, all other state when a decision
 * needs it; cached wallets and accounts that are still valid are not read again.
 */
export function sqliteStored(statements: SqliteStatements, memory: SqliteMemory, requests: readonly Request[]): Stored {
  const row = statements.last.get();
  const last = row && chainEndColumns.read(row);
  const state = { lastHash: last?.hash, factChanges: statements.factChanges.get()?.[0] ?? 0n };
  memory.begin(state, (knownHash) => followChanges(statements, memory, last?.number ?? 0, knownHash));
  const { recent } = memory.checkpoints;
  const parts = partsOf(requests);
  const ids = JSON.stringify(parts.map(({ id }) => id));
  const entries = new Map(statements.entries.all(JSON.stringify(entryIdsOf(parts))));
  const pending = new Map(
    statements.pending
      .all(ids)
      .map(pendingTransferColumns.read)
      .map((transfer) => [transfer.id, transfer]),
  );
  readNamed(statements, memory, parts);
  return {
    last,
    frontier: () =>
      memory.frontier(() => {
        const numbers = JSON.stringify(frontierNumbers(last));
        return frontierFrom(last, statements.batches.all(numbers).map(batchColumns.read));
      }),
    entry(id) {
      const bytes = entries.get(id);
      return bytes && readEntry(bytes);
    },
    pending: (id) => pending.get(id),
    wallet(owner) {
      const known = memory.wallet(owner);
      if (known !== undefined) return known;
      const row = statements.wallet.get(owner);
      const wallet = row && toWallet(row);
      if (wallet !== undefined) memory.setWallet(owner, wallet);
      return wallet;
    },
    account(owner, asset) {
      const known = memory.account(owner, asset);
      if (known !== undefined) return known;
      const row = statements.account.get(owner, asset);
      const account = row && toAccount(row, recent);
      if (account !== undefined) memory.setAccount(owner, asset, account);
      return account;
    },
    quote(id) {
      const row = statements.quote.get(id);
      return row && toQuote(quoteColumns.read(row));
    },
    hold(id) {
      const row = statements.hold.get(id);
      return row && holdColumns.read(row);
    },
    reversed: (id) => statements.reversed.get(id)?.[0] ?? 0n,
    rates: () => statements.rates.all().map((row) => toRate(rateColumns.read(row))),
  };
}

/** Reads the wallets and accounts that the requests themselves name. */
function readNamed(statements: SqliteStatements, memory: SqliteMemory, requests: readonly Part[]): void {
  const wallets = new Set<string>();
  const accounts = new Map<AssetCode, Set<string>>();
  const name = (owner: string, asset: AssetCode) => {
    if (memory.wallet(owner) === undefined) wallets.add(owner);
    if (memory.account(owner, asset) !== undefined) return;
    const owners = accounts.get(asset);
    if (owners === undefined) accounts.set(asset, new Set([owner]));
    else owners.add(owner);
  };
  for (const request of requests) {
    if (!("asset" in request)) continue;
    name(request.owner, request.asset);
    if ("recipient" in request) name(request.recipient, request.asset);
  }
  if (wallets.size > 0) {
    for (const row of statements.wallets.all(JSON.stringify([...wallets]))) memory.setWallet(row[0], toWallet(row));
  }
  for (const [asset, owners] of accounts) {
    for (const row of statements.accounts.all(JSON.stringify([...owners]), asset)) {
      memory.setAccount(row[0], asset, toAccount(row, memory.checkpoints.recent));
    }
  }
}

function toWallet([, isFrozen, autoExchange, level, falls]: WalletColumns): WalletFacts {
  const levelFalls = falls === null ? [] : JSON.parse(falls);
  return { isFrozen: isFrozen !== 0n, autoExchange: autoExchange !== 0n, level: Number(level), levelFalls };
}

/** Reads the changes of the accounts by the batches of other processes, and by all before the first one here. */
function followChanges(
  statements: SqliteStatements,
  { checkpoints }: SqliteMemory,
  lastNumber: number,
  knownHash: Uint8Array | undefined,
): void {
  const { lastNumber: known } = checkpoints.recent;
  const storedHash = statements.hash.get(known)?.[0];
  const rows = statements.changes.all(checkpoints.behind(lastNumber, isSameHash(storedHash, knownHash)));
  const first = statements.firstChanges.get()?.[0] ?? null;
  checkpoints.follow(rows.map(changesColumns.read), first === null ? null : Number(first));
}

function toAccount(row: AccountColumns, recent: RecentChanges): StoredAccount {
  const [, id, balance, spentDay, spent, held, asOf] = row;
  const stored = { balance, spentDay: Number(spentDay), spent };
  const sums = recent.sums(Number(id), asOf === null ? null : Number(asOf)) ?? stored;
  return { id: Number(id), ...sums, held };
}
