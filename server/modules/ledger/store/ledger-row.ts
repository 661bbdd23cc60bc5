import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { exactColumn, integerColumn } from "../../../database/columns.ts";
import type { Batch } from "../domain/entry/entry.ts";

/** A row of `ledger_entries`. */
export interface LedgerEntryRow {
  sequence: number;
  id: string;
  /** Canonical bytes of the entry, from which everything else is derived. */
  bytes: Uint8Array;
}

/** The table `ledger_entries`: the source of truth. */
export const ledgerEntryRows = new EntitySchema<LedgerEntryRow>({
  name: "LedgerEntry",
  tableName: "ledger_entries",
  columns: {
    sequence: { ...integerColumn, primary: true },
    id: { type: "varchar", length: 36, unique: true },
    bytes: { type: "blob" },
  },
});

export const entryColumns = columnsOf(ledgerEntryRows);

/** A row of `ledger_postings`. */
export interface LedgerPostingRow {
  account: number;
  sequence: number;
  /** Index among the postings of the entry, from 0. */
  leg: number;
  /** Kind of the entry. */
  kind: number;
  amount: bigint;
  /** Balance of the account after the posting; null in rows of earlier versions. */
  balance: bigint | null;
}

/** The table `ledger_postings`: postings of the entries, by account. */
export const ledgerPostingRows = new EntitySchema<LedgerPostingRow>({
  name: "LedgerPosting",
  tableName: "ledger_postings",
  columns: {
    account: { ...integerColumn, primary: true },
    sequence: { ...integerColumn, primary: true },
    leg: { ...integerColumn, primary: true },
    kind: integerColumn,
    amount: exactColumn,
    balance: { ...exactColumn, nullable: true },
  },
});

export const postingColumns = columnsOf(ledgerPostingRows);
/** A posting with its position among those of an account. */
export const placedPostingColumns = columnsOf(ledgerPostingRows, ["sequence", "leg", "kind", "amount", "balance"]);

/** A row of `ledger_accounts`. */
export interface LedgerAccountRow {
  id: number;
  owner: string;
  asset: string;
  balance: bigint;
  spentDay: number;
  spent: bigint;
  /** Sum that remains in open holds of the owner, including fees. */
  held: bigint;
  /** 0 for system accounts, whose balance may be negative. */
  isCustomer: number;
}

/** The table `ledger_accounts`: balances, which are the sums of the postings. */
export const ledgerAccountRows = new EntitySchema<LedgerAccountRow>({
  name: "LedgerAccount",
  tableName: "ledger_accounts",
  columns: {
    id: { ...integerColumn, primary: true },
    owner: { type: "varchar", length: 36 },
    asset: { type: "varchar", length: 16 },
    balance: exactColumn,
    spentDay: { ...integerColumn, name: "spent_day" },
    spent: exactColumn,
    held: exactColumn,
    isCustomer: { ...integerColumn, name: "is_customer" },
  },
});

export const accountColumns = columnsOf(ledgerAccountRows);
/** Sums of an account, which its postings change. */
export const accountSumColumns = columnsOf(ledgerAccountRows, ["balance", "spentDay", "spent", "held"]);
/** An account without its id, which the database assigns. */
export const newAccountColumns = columnsOf(ledgerAccountRows, [
  "owner",
  "asset",
  "balance",
  "spentDay",
  "spent",
  "held",
  "isCustomer",
]);

/** The table `ledger_batches`: batches of entries, chained by their hashes, and leaves of a tree. */
export const ledgerBatchRows = new EntitySchema<Batch>({
  name: "LedgerBatch",
  tableName: "ledger_batches",
  columns: {
    number: { ...integerColumn, primary: true },
    firstSequence: { ...integerColumn, name: "first_sequence" },
    lastSequence: { ...integerColumn, name: "last_sequence" },
    previousHash: { type: "blob", name: "previous_hash" },
    hash: { type: "blob" },
    atMs: { ...integerColumn, name: "at_ms" },
    treeSize: { ...integerColumn, name: "tree_size" },
    tree: { type: "blob", nullable: true },
  } satisfies EveryColumn<Batch>,
});

export const batchColumns = columnsOf(ledgerBatchRows);
/** The end of the chain, to which the next batch is added. */
export const chainEndColumns = columnsOf(ledgerBatchRows, ["number", "lastSequence", "hash", "atMs", "treeSize"]);
