import type { EntityManager } from "typeorm";
import { placeholders, type StoredRow } from "../../../database/dialect.ts";
import { type Hold, type HoldReads, holdStates } from "../domain/holds/hold.ts";
import type { LedgerRows } from "../domain/rows.ts";
import { holdColumns } from "./hold-row.ts";

const selection = `SELECT ${holdColumns.sql} FROM holds`;

/** Reads holds for their parties and for the service. */
export function holdReads(manager: EntityManager): HoldReads {
  const rows = readsOf(manager);
  return {
    async hold(id) {
      const [hold] = await rows("WHERE id = ?", id);
      return hold;
    },

    async holdsOf({ owner, side, state, beforeSequence = Number.MAX_SAFE_INTEGER, count }) {
      const found = new Map<string, Hold>();
      // One query for each side, so that each uses its index.
      for (const party of side === "both" ? ["sender", "recipient"] : [side === "sent" ? "sender" : "recipient"]) {
        const isState = state === undefined ? "" : "AND state = ?";
        const values = [owner, beforeSequence, ...(state === undefined ? [] : [state]), count];
        const where = `WHERE ${party} = ? AND sequence < ? ${isState} ORDER BY sequence DESC LIMIT ?`;
        for (const hold of await rows(where, ...values)) found.set(hold.id, hold);
      }
      return [...found.values()].sort((a, b) => b.sequence - a.sequence).slice(0, count);
    },

    overdueHolds: (nowMs, count) =>
      rows(`WHERE state = ${holdStates.open} AND ends_at <= ? ORDER BY ends_at LIMIT ?`, nowMs, count),
  };
}

/** Reads the stored rows of holds, for audits. */
export function holdRowReads(
  manager: EntityManager,
): Pick<LedgerRows, "holdsAfter" | "holdsOfIds" | "accountsHeldOtherwise"> {
  const rows = readsOf(manager);
  return {
    holdsAfter: (id, count) => rows("WHERE id > ? ORDER BY id LIMIT ?", id, count),

    async holdsOfIds(ids) {
      return ids.length === 0 ? [] : rows(`WHERE id IN ${placeholders(1, ids.length)}`, ...ids);
    },

    async accountsHeldOtherwise() {
      const found: StoredRow[] = await manager.query(heldOtherwise);
      return found.map((row) => ({ owner: row["owner"] as string, asset: row["asset"] as string }));
    },
  };
}

/** Compares sums in one statement, so that nothing is written in between. */
const heldOtherwise =
  "SELECT a.owner, a.asset FROM ledger_accounts a LEFT JOIN (SELECT sender, asset, " +
  "SUM(amount + fee - captured - captured_fee) AS open_left FROM holds " +
  `WHERE state = ${holdStates.open} GROUP BY sender, asset) h ON h.sender = a.owner AND h.asset = a.asset ` +
  "WHERE a.held <> COALESCE(h.open_left, 0) ORDER BY a.owner, a.asset LIMIT 100";

function readsOf(manager: EntityManager): (where: string, ...values: readonly unknown[]) => Promise<Hold[]> {
  return async (where, ...values) => {
    const found: StoredRow[] = await manager.query(`${selection} ${where}`, [...values]);
    return found.map((row) => holdColumns.read(row));
  };
}
