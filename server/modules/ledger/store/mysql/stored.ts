import { format } from "mysql2";
import type { ColumnNames } from "../../../../database/column-list.ts";
import type { StoredRow } from "../../../../database/dialect.ts";
import { literals } from "../../../../database/mysql/literal.ts";
import type { RunScript } from "../../../../database/mysql/scripts.ts";
import { type ChainEnd, frontierFrom, frontierNumbers } from "../../domain/entry/batch-tree.ts";
import { readEntry } from "../../domain/entry/chain.ts";
import { isSameHash } from "../../domain/entry/digests.ts";
import { systemOwners } from "../../domain/entry/entry.ts";
import { countedIds as countedIdsOf } from "../../domain/entry/payments.ts";
import type { Request, WalletFacts } from "../../domain/requests.ts";
import type { Frontier } from "../../domain/tree/frontier.ts";
import type { AccountCheckpoint } from "../../engine/checkpoint/caught-up.ts";
import type { Checkpoints } from "../../engine/checkpoint/checkpoints.ts";
import type { RecentChanges } from "../../engine/checkpoint/recent-changes.ts";
import type { Swept } from "../../engine/checkpoint/sweep.ts";
import type { Stored, StoredAccount } from "../batch-store.ts";
import { holdColumns } from "../hold-row.ts";
import { accountFactColumns, batchColumns, chainEndColumns, changesColumns, checkpointColumns } from "../ledger-row.ts";
import { pendingTransferColumns } from "../pending-transfer-row.ts";
import { entryIdsOf, type Part, partsOf, reversedIdsOf } from "../request-parts.ts";
import { allRates, lastBatch, toQuote, toRate } from "../row-conversion.ts";
import { quoteColumns, rateColumns, walletFactColumns } from "../wallet-row.ts";

/**
 * Locks `ledger_turn`, then reads all stored state that the requests may need, in at most two scripts.
 *
 * @param memory what is known of earlier batches
 */
export async function mysqlStored(run: RunScript, requests: readonly Request[], memory: Memory): Promise<MysqlStored> {
  const parts = partsOf(requests);
  const ids = parts.map(({ id }) => id);
  const owners = ownersOf(parts);
  const reversedIds = reversedIdsOf(parts);
  // The hold of a capture that is given back in the same batch is among those that the requests change.
  const holdIds = new Set([...holdIdsOf(requests), ...reversedIds]);
  const countedIds = new Set(reversedIds.length > 0 ? holdIds : []);
  const swept = memory.checkpoints.next(parts.length);
  const [, batchRows, entryRows, pendingRows, accountRows, quoteRows, sweptRows, ...moreRows] = (await run([
    "SELECT id FROM ledger_turn FOR UPDATE",
    lastBatch,
    among("SELECT id, bytes FROM ledger_entries WHERE id", entryIdsOf(parts)),
    among("SELECT * FROM pending_transfers WHERE id", ids),
    among(accountsOfOwners, owners),
    among("SELECT * FROM exchange_quotes WHERE id", quoteIdsOf(requests)),
    checkpointsOf(swept.ids),
    // Only requests that change a hold, or give something back, need these.
    ...(holdIds.size > 0 ? [among(selectHolds, holdIds)] : []),
    ...(countedIds.size > 0 ? [totalsOf(countedIds)] : []),
  ])) as [StoredRow[], StoredRow[], StoredRow[], StoredRow[], StoredRow[], StoredRow[], StoredRow[], ...StoredRow[][]];
  const holdRows = holdIds.size > 0 ? (moreRows[0] as StoredRow[]) : [];
  const reversedRows = countedIds.size > 0 ? (moreRows.at(-1) as StoredRow[]) : [];
  const last = batchRows[0] && chainEndColumns.read(batchRows[0]);
  const tree = treeQuestion(last, memory.tree);
  const changes = changesQuestion(last, memory);
  const entries = new Map(entryRows.map((row) => [row["id"] as string, row["bytes"] as Uint8Array]));
  const pending = new Map(pendingRows.map(pendingTransferColumns.read).map((transfer) => [transfer.id, transfer]));
  const quotes = new Map(quoteRows.map((row) => toQuote(quoteColumns.read(row))).map((quote) => [quote.id, quote]));
  const holds = new Map(holdRows.map((row) => holdColumns.read(row)).map((hold) => [hold.id, hold]));
  const parties = [...pending.values(), ...holds.values()].flatMap(({ sender, recipient }) => [sender, recipient]);
  const others = parties.filter((owner) => !owners.has(owner));
  const capturedIds = holdsCapturedBy(reversedIds, entries).filter((id) => !countedIds.has(id));
  const further = {
    ...(others.length > 0 && { others: among(accountsOfOwners, others) }),
    ...(capturedIds.length > 0 && { holds: among(selectHolds, capturedIds), totals: totalsOf(capturedIds) }),
    ...((requests.some(({ kind }) => kind === "exchange") || hasAutoExchange(accountRows)) && { rates: allRates }),
    ...(tree.statement !== undefined && { peaks: tree.statement }),
    ...changes.statements,
  };
  const answerTo = await answersTo(run, further);
  const rateRows = answerTo("rates");
  await changes.take(run, answerTo);
  for (const hold of (answerTo("holds") ?? []).map((row) => holdColumns.read(row))) holds.set(hold.id, hold);
  for (const id of capturedIds) countedIds.add(id);
  const reversed = new Map(
    [...reversedRows, ...(answerTo("totals") ?? [])].map((row) => [row["reversed"] as string, row["total"] as bigint]),
  );
  for (const owner of others) owners.add(owner);
  const rows = [...accountRows, ...(answerTo("others") ?? [])];
  const [wallets, accounts] = [walletsOf(rows), accountsOf(rows, memory.checkpoints.recent)];
  const [named, counted] = [requireNamed(owners, "an owner"), requireNamed(countedIds, "reversals of an id")];

  return {
    last,
    frontier: () => tree.frontier(answerTo("peaks") ?? []),
    entry: (id) => entryOf(entries.get(id)),
    pending: (id) => pending.get(id),
    wallet: (owner) => wallets.get(named(owner)),
    account: (owner, asset) => accounts.get(`${named(owner)} ${asset}`),
    quote: (id) => quotes.get(id),
    hold: (id) => holds.get(id),
    reversed: (id) => reversed.get(counted(id)) ?? 0n,
    rates: () => ratesOf(rateRows),
    swept,
    checkpoints: sweptRows.map((row) => checkpointColumns.read(row)),
  };
}

function entryOf(bytes: Uint8Array | undefined) {
  return bytes && readEntry(bytes);
}

function ratesOf(rows: readonly StoredRow[] | undefined) {
  if (rows === undefined) throw new Error("a decision has asked for rates that its request does not need");
  return rows.map((row) => toRate(rateColumns.read(row)));
}

/** State that a batch reads, with the rows that it brings up to date. */
export interface MysqlStored extends Stored {
  /** Accounts that it brings up to date beside its own changes. */
  readonly swept: Swept;
  /** The rows of accounts that it brings up to date. */
  readonly checkpoints: readonly AccountCheckpoint[];
}

/** Returns the statement that selects rows of accounts by their ids; without ids it is valid and finds no rows. */
function checkpointsOf(ids: readonly number[]): string {
  const selection = `SELECT ${checkpointColumns.sql} FROM ledger_accounts WHERE id IN (?)`;
  return format(selection, [ids.length > 0 ? [...ids] : [null]]);
}

/** Memory of a store from one batch to the next. */
export interface Memory {
  readonly checkpoints: Checkpoints;
  /** Hash of the batch up to which the changes are known. */
  seen: Uint8Array | undefined;
  tree: KnownTree | undefined;
}

/** The tree of all batches up to one. */
interface KnownTree {
  /** Hash of that batch. */
  readonly hash: Uint8Array;
  readonly frontier: Frontier;
}

/** Returns the statement that selects the batches from which the tree follows; undefined if it is known. */
function treeQuestion(last: ChainEnd | undefined, known: KnownTree | undefined) {
  if (last !== undefined && known !== undefined && isSameHash(last.hash, known.hash))
    return { statement: undefined, frontier: () => known.frontier };
  const sql = `SELECT ${batchColumns.sql} FROM ledger_batches WHERE number IN (?)`;
  return {
    statement: last && format(sql, [frontierNumbers(last)]),
    frontier: (rows: readonly StoredRow[]) => frontierFrom(last, rows.map(batchColumns.read)),
  };
}

/** Selects the changes of the accounts by the batches of other processes, and by all before the first one here. */
function changesQuestion(last: ChainEnd | undefined, memory: Memory) {
  const { checkpoints, seen } = memory;
  if (isSameHash(last?.hash, seen)) return { statements: {}, async take() {} };
  const changesAfter = (number: number) =>
    format(`SELECT ${changesColumns.sql} FROM ledger_changes WHERE number > ? ORDER BY number`, [number]);
  const { lastNumber: known } = checkpoints.recent;
  return {
    statements: {
      changes: changesAfter(known),
      firstChanges: "SELECT MIN(number) AS number FROM ledger_changes",
      known: format("SELECT hash FROM ledger_batches WHERE number = ?", [known]),
    },
    async take(run: RunScript, answerTo: (name: string) => readonly StoredRow[] | undefined) {
      const first = answerTo("firstChanges")?.[0]?.["number"] as bigint | null | undefined;
      const stored = answerTo("known")?.[0]?.["hash"] as Uint8Array | undefined;
      const from = checkpoints.behind(last?.number ?? 0, isSameHash(stored, seen));
      const rows = from === known ? answerTo("changes") : (await run([changesAfter(from)]))[0];
      // Until all is read: a batch that decided on rows without their later changes would decide wrongly.
      memory.seen = undefined;
      const added = (rows ?? []).map((row) => changesColumns.read(row));
      checkpoints.follow(added, first === null || first === undefined ? null : Number(first));
      memory.seen = last?.hash;
    },
  };
}

/** Runs named statements; returns their rows by name. */
async function answersTo(run: RunScript, statements: Readonly<Record<string, string>>) {
  const names = Object.keys(statements);
  const answers = names.length > 0 ? await run(Object.values(statements)) : [];
  return (name: string) => answers[names.indexOf(name)];
}

/** Returns names unchanged, and throws for one that was not read. */
function requireNamed(names: ReadonlySet<string>, what: string): (name: string) => string {
  return (name) => {
    if (!names.has(name)) throw new Error(`a decision has asked for ${what} that its request does not name`);
    return name;
  };
}

const selectHolds = `SELECT ${holdColumns.sql} FROM holds WHERE id`;

/** The total of a reversal includes all before it, so the highest is the last. */
const reversedTotals = "SELECT reversed, MAX(total) AS total FROM ledger_reversals WHERE reversed";

function totalsOf(ids: Iterable<string>): string {
  return `${among(reversedTotals, ids)} GROUP BY reversed`;
}

/** Returns the ids of the holds of the named captures. */
function holdsCapturedBy(ids: readonly string[], entries: ReadonlyMap<string, Uint8Array>): string[] {
  return ids.flatMap((id) => {
    const bytes = entries.get(id);
    return bytes === undefined ? [] : countedIdsOf(id, readEntry(bytes)).slice(1);
  });
}

/** Whether a transfer from one of the wallets may exchange. */
function hasAutoExchange(rows: readonly StoredRow[]): boolean {
  return rows.some((row) => Number(walletFactColumns.read(row).autoExchange) !== 0);
}

/** Accounts of owners, joined with their wallets: every wallet has an account from its creation. */
const accountsOfOwners =
  `SELECT ${namesOf("a", accountFactColumns)}, ${namesOf("w", walletFactColumns)}, ` +
  "COALESCE(i.level, 0) AS level, i.level_falls FROM ledger_accounts a LEFT JOIN wallets w ON w.identity_id = a.owner " +
  "LEFT JOIN identities i ON i.id = w.identity_id WHERE a.owner";

function namesOf(table: string, { names }: ColumnNames): string {
  return names.map((name) => `${table}.${name}`).join(", ");
}

/** Returns the statement that selects the rows with the given names; without names it is valid and finds no rows. */
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

function accountsOf(rows: readonly StoredRow[], recent: RecentChanges): Map<string, StoredAccount> {
  return new Map(
    rows.map((row) => {
      const { owner, asset, asOf, ...account } = accountFactColumns.read(row);
      return [`${owner} ${asset}`, { ...account, ...recent.sums(account.id, asOf) }];
    }),
  );
}
