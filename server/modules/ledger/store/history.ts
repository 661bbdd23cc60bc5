import type { EntityManager } from "typeorm";
import type { StoredRow } from "../../../database/dialect.ts";
import { readEntry } from "../domain/entry/chain.ts";
import type { Entry } from "../domain/entry/entry.ts";
import type { HistoryQuestion, Stretch } from "../domain/requests.ts";
import type { StoredPostings } from "./accounts/postings.ts";

/** Reads the entries with postings to the accounts of an owner, newest first. */
export async function historyOf(
  manager: EntityManager,
  postings: StoredPostings,
  question: HistoryQuestion,
): Promise<Entry[]> {
  const { owner, kinds, count } = question;
  if (kinds.length === 0 || count === 0) return [];
  const from = await sequenceAt(manager, question.fromMs);
  const until = Math.min(await sequenceAt(manager, question.untilMs, beyond), question.beforeSequence ?? beyond);
  const accounts: StoredRow[] = await manager.query("SELECT id FROM ledger_accounts WHERE owner = ?", [owner]);
  const sequences = new Set<number>();
  for (const account of accounts) {
    const own = new Set<number>();
    for await (const { sequence, kind } of postings.descending(account["id"] as bigint, until)) {
      if (sequence < from || own.size === count) break;
      if (kinds.includes(kind as (typeof kinds)[number])) own.add(sequence);
    }
    for (const sequence of own) sequences.add(sequence);
  }
  return entriesOf(manager, [...sequences].sort((a, b) => b - a).slice(0, count));
}

/**
 * Reads the entries of an owner, or all, after a sequence number and up to another one: at most `count`, earliest
 * first.
 */
export async function entriesBetween(
  manager: EntityManager,
  postings: StoredPostings,
  owner: string | undefined,
  after: number,
  until: number,
  count: number,
): Promise<Stretch> {
  const found = owner === undefined ? undefined : await postedBetween(manager, postings, owner, after, until, count);
  const rows: StoredRow[] =
    found?.length === 0
      ? []
      : await manager.query(
          `SELECT bytes FROM ledger_entries WHERE ${found === undefined ? "sequence > ? AND sequence <= ?" : isAmong(found)} ORDER BY sequence LIMIT ${count}`,
          found ?? [after, until],
        );
  const entries = rows.map((row) => readEntry(row["bytes"] as Uint8Array));
  return { entries, reached: entries.length < count ? until : (entries.at(-1) as Entry).sequence };
}

/** Returns the sequence numbers of the first entries with postings to the accounts of an owner. */
async function postedBetween(
  manager: EntityManager,
  postings: StoredPostings,
  owner: string,
  after: number,
  until: number,
  count: number,
): Promise<number[]> {
  const accounts: StoredRow[] = await manager.query("SELECT id FROM ledger_accounts WHERE owner = ?", [owner]);
  const sequences = new Set<number>();
  for (const account of accounts) {
    const own = new Set<number>();
    for await (const { sequence } of postings.ascending(account["id"] as bigint, after)) {
      if (sequence > until || own.size === count) break;
      own.add(sequence);
    }
    for (const sequence of own) sequences.add(sequence);
  }
  return [...sequences].sort((a, b) => a - b).slice(0, count);
}

function isAmong(sequences: readonly number[]): string {
  return `sequence IN (${sequences.map(() => "?").join(",")})`;
}

/** Exclusive upper bound of sequence numbers. */
const beyond = Number.MAX_SAFE_INTEGER;

/** Returns the first sequence number at or after a time. Times of batches never decrease. */
async function sequenceAt(manager: EntityManager, ms: number | undefined, otherwise = 0): Promise<number> {
  if (ms === undefined) return otherwise;
  const sql = "SELECT first_sequence FROM ledger_batches WHERE at_ms >= ? ORDER BY at_ms, number LIMIT 1";
  const [row] = (await manager.query(sql, [ms])) as StoredRow[];
  return row === undefined ? beyond : Number(row["first_sequence"]);
}

async function entriesOf(manager: EntityManager, sequences: readonly number[]): Promise<Entry[]> {
  if (sequences.length === 0) return [];
  const rows: StoredRow[] = await manager.query(
    `SELECT bytes FROM ledger_entries WHERE ${isAmong(sequences)} ORDER BY sequence DESC`,
    [...sequences],
  );
  return rows.map((row) => readEntry(row["bytes"] as Uint8Array));
}
