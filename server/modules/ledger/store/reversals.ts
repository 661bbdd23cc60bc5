import type { EntityManager } from "typeorm";
import { placeholders, type StoredRow } from "../../../database/dialect.ts";
import type { Ledger } from "../domain/requests.ts";
import type { LedgerRows } from "../domain/rows.ts";
import { reversalColumns } from "./reversal-row.ts";

/** Queries about reversals. */
export function reversalReads(manager: EntityManager): Pick<Ledger, "reversedOf" | "reversalIds"> {
  const rows = rowsOf(manager);

  return {
    async reversedOf(ids) {
      if (ids.length === 0) return new Map();
      // The total of a reversal includes all before it, so the highest is the last.
      const sql = `SELECT reversed, MAX(total) AS total FROM ledger_reversals WHERE reversed IN ${placeholders(1, ids.length)}`;
      const found = await rows(`${sql} GROUP BY reversed`, ...ids);
      return new Map(found.map((row) => [row["reversed"] as string, row["total"] as bigint]));
    },

    async reversalIds(id, count) {
      const sql =
        "SELECT e.id AS id FROM ledger_reversals r JOIN ledger_entries e ON e.sequence = r.sequence " +
        "WHERE r.reversed = ? ORDER BY r.sequence LIMIT ?";
      return (await rows(sql, id, count)).map((row) => row["id"] as string);
    },
  };
}

/** Reads the stored rows of reversals, and the entries that they name. */
export function reversalRows(manager: EntityManager): Pick<LedgerRows, "entryOf" | "reversalsAfter" | "reversalsUpTo"> {
  const rows = rowsOf(manager);

  return {
    async entryOf(id) {
      const [row] = await rows("SELECT sequence, id, bytes FROM ledger_entries WHERE id = ?", id);
      return row && { sequence: Number(row["sequence"]), id: row["id"] as string, bytes: row["bytes"] as Uint8Array };
    },

    async reversalsAfter(after, count) {
      const { reversed, sequence } = after ?? { reversed: "", sequence: 0 };
      const sql =
        "SELECT * FROM ledger_reversals WHERE reversed >= ? AND (reversed > ? OR sequence > ?) " +
        "ORDER BY reversed, sequence LIMIT ?";
      return (await rows(sql, reversed, reversed, sequence, count)).map((row) => reversalColumns.read(row));
    },

    async reversalsUpTo(id, sequence, count) {
      const sql = "SELECT * FROM ledger_reversals WHERE reversed = ? AND sequence <= ? ORDER BY sequence DESC LIMIT ?";
      return (await rows(sql, id, sequence, count)).map((row) => reversalColumns.read(row));
    },
  };
}

function rowsOf(manager: EntityManager) {
  return (sql: string, ...values: readonly unknown[]): Promise<StoredRow[]> => manager.query(sql, [...values]);
}
