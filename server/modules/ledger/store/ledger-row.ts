import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { exactColumn, integerColumn, nullableIntegerColumn } from "../../../database/columns.ts";
import type { BatchChanges } from "../domain/accounts/packed-changes.ts";
import type { Batch } from "../domain/entry/entry.ts";
import type { PostingPage } from "../engine/checkpoint/caught-up.ts";

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

/** A row of `ledger_early_postings`. */
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

/** The table `ledger_early_postings`: postings by earlier versions, by account. */
export const ledgerPostingRows = new EntitySchema<LedgerPostingRow>({
  name: "LedgerPosting",
  tableName: "ledger_early_postings",
  columns: {
    account: { ...integerColumn, primary: true },
    sequence: { ...integerColumn, primary: true },
    leg: { ...integerColumn, primary: true },
    kind: integerColumn,
    amount: exactColumn,
    balance: { ...exactColumn, nullable: true },
  },
});

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
  /** Last sequence number of the last batch of which the balance and the spent sum are; null in rows of earlier versions. */
  asOf: number | null;
  /** The last postings up to then, packed, which are in no page; null if there are none. */
  tail: Uint8Array | null;
}

/** The table `ledger_accounts`: accounts, whose sums are as of some batch. Later changes are in `ledger_changes`. */
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
    asOf: { ...nullableIntegerColumn, name: "as_of" },
    tail: { type: "blob", nullable: true },
  } satisfies EveryColumn<LedgerAccountRow>,
});

/** The part of an account that follows its postings. */
export const checkpointColumns = columnsOf(ledgerAccountRows, ["id", "balance", "spentDay", "spent", "asOf", "tail"]);
/** An account as decisions need it. */
export const accountFactColumns = columnsOf(ledgerAccountRows, [
  "id",
  "owner",
  "asset",
  "balance",
  "spentDay",
  "spent",
  "held",
  "asOf",
]);
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

/** The table `ledger_posting_pages`: earlier postings of the accounts, packed. */
export const postingPageRows = new EntitySchema<PostingPage>({
  name: "LedgerPostingPage",
  tableName: "ledger_posting_pages",
  columns: {
    account: { ...integerColumn, primary: true },
    firstSequence: { ...integerColumn, primary: true, name: "first_sequence" },
    lastSequence: { ...integerColumn, name: "last_sequence" },
    balance: exactColumn,
    postings: { type: "blob" },
  } satisfies EveryColumn<PostingPage>,
});

export const pageColumns = columnsOf(postingPageRows);

/** The table `ledger_changes`: changes of the accounts by the last batches, which not every account's row has yet. */
export const ledgerChangesRows = new EntitySchema<BatchChanges>({
  name: "LedgerChanges",
  tableName: "ledger_changes",
  columns: {
    number: { ...integerColumn, primary: true },
    firstSequence: { ...integerColumn, name: "first_sequence" },
    lastSequence: { ...integerColumn, name: "last_sequence" },
    bytes: { type: "blob" },
  } satisfies EveryColumn<BatchChanges>,
});

export const changesColumns = columnsOf(ledgerChangesRows);

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
