import type { EntityManager } from "typeorm";
import type { DialectName, StoredRow } from "../../../database/dialect.ts";
import { dialectOf } from "../../../database/dialects.ts";

/**
 * Tables of postings. On SQLite the postings of recent entries are in a small table, and are moved to the settled table
 * in bulk. Every posting is in exactly one of the two; all postings in the small table are later than the settled ones.
 */
export const settledPostings = "ledger_postings";
export const recentPostings = "ledger_recent_postings";

/** Entries between two moves: fewer would increase the writes, more would block other requests for longer. */
export const settleEveryDefault = 4_096;

/** Whether a batch from first to last contains a multiple of `stretch`, after which postings are moved. */
export function endsStretch(stretch: number, firstSequence: number, lastSequence: number): boolean {
  return Math.floor(lastSequence / stretch) > Math.floor((firstSequence - 1) / stretch);
}

/** Tables of postings. */
export function postingTables(manager: EntityManager): readonly string[] {
  return tables[dialectOf(manager).name];
}

const tables: { readonly [Name in DialectName]: readonly string[] } = {
  sqlite: [settledPostings, recentPostings],
  mysql: [settledPostings],
};

/**
 * Runs the same query on every table of postings, in one statement, because postings may be moved between two
 * statements.
 *
 * @param select query of one table, without ORDER BY; `values` are its parameters
 * @param rest end of the whole statement, such as ORDER BY
 */
export async function askPostings(
  manager: EntityManager,
  select: (table: string) => string,
  values: readonly unknown[],
  rest = "",
): Promise<StoredRow[]> {
  const tables = postingTables(manager);
  const sql = `${tables.map(select).join(" UNION ALL ")} ${rest}`;
  const all = tables.flatMap(() => values);
  return manager.query(sql, all);
}
