import type { EntityManager } from "typeorm";
import type { DialectName, StoredRow } from "../../../database/dialect.ts";
import { dialectOf } from "../../../database/dialects.ts";

/**
 * Where postings are. On SQLite those of the last entries wait in a small table, and are put in place many at a time. A
 * posting is in one of the two at any moment, and later ones are in the small one.
 */
export const settledPostings = "ledger_postings";
export const recentPostings = "ledger_recent_postings";

/** Entries between two moves: fewer would write more, more would block other requests for longer. */
export const usualStretch = 4_096;

/** Whether the last entry of a stretch is among those from the first to the last of these. */
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
 * Asks every table of postings the same, by one statement: between two of them postings may be put in place.
 *
 * @param select without its order, and with the values as its parameters
 * @param rest of the whole statement, such as its order
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
