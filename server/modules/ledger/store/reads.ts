import type { EntityManager } from "typeorm";
import { placeholders, type StoredRow } from "../../../database/dialect.ts";
import { readEntry } from "../domain/entry/chain.ts";
import type { Ledger } from "../domain/requests.ts";
import { balancesAfter } from "./accounts/balances-after.ts";
import type { StoredPostings } from "./accounts/postings.ts";
import type { StoredAccounts } from "./accounts/stored-accounts.ts";
import { batchColumns } from "./ledger-row.ts";
import { pendingTransferColumns } from "./pending-transfer-row.ts";

type Reads = Pick<Ledger, "entry" | "pending" | "pendingCount" | "balances" | "balancesAt" | BatchReads>;
type BatchReads = "batchOf" | "batchAt" | "lastBatch" | "batchesOf";

/** Queries of a ledger. */
export function ledgerReads(manager: EntityManager, accounts: StoredAccounts, postings: StoredPostings): Reads {
  async function rows(sql: string, ...values: readonly unknown[]): Promise<StoredRow[]> {
    return manager.query(sql, [...values]);
  }

  return {
    async entry(id) {
      const [row] = await rows("SELECT bytes FROM ledger_entries WHERE id = ?", id);
      return row && readEntry(row["bytes"] as Uint8Array);
    },

    async pending(id) {
      const [row] = await rows("SELECT * FROM pending_transfers WHERE id = ?", id);
      return row && pendingTransferColumns.read(row);
    },

    async pendingCount(countMax) {
      const [row] = await rows(
        "SELECT COUNT(*) AS found FROM (SELECT 1 FROM pending_transfers LIMIT ?) AS some",
        countMax,
      );
      return Number(row?.["found"]);
    },

    async balances(owner) {
      const posted = await accounts.postedOf(owner);
      return posted.map(({ asset, balance, held }) => ({ asset, balance, ...(held !== 0n && { held }) }));
    },

    balancesAt: (owner, sequence) => balancesAfter(manager, postings, owner, sequence),

    async batchAt(ms) {
      const sql = "SELECT * FROM ledger_batches WHERE at_ms <= ? ORDER BY at_ms DESC, number DESC LIMIT 1";
      const [row] = await rows(sql, ms);
      return row && batchColumns.read(row);
    },

    async lastBatch() {
      const [row] = await rows("SELECT * FROM ledger_batches ORDER BY number DESC LIMIT 1");
      return row && batchColumns.read(row);
    },

    async batchesOf(numbers) {
      if (numbers.length === 0) return [];
      const sql = `SELECT * FROM ledger_batches WHERE number IN ${placeholders(1, numbers.length)}`;
      return (await rows(sql, ...numbers)).map((row) => batchColumns.read(row));
    },

    async batchOf(sequence) {
      const sql = "SELECT * FROM ledger_batches WHERE first_sequence <= ? ORDER BY first_sequence DESC LIMIT 1";
      const [row] = await rows(sql, sequence);
      const batch = row && batchColumns.read(row);
      return batch !== undefined && sequence <= batch.lastSequence ? batch : undefined;
    },
  };
}
