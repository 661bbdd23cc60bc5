import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { exactColumn, integerColumn } from "../../../database/columns.ts";
import type { NewReversal } from "./batch-store.ts";

/** The table `ledger_reversals`: how much of a transfer each reversal gives back, derived from the entries. */
export const ledgerReversalRows = new EntitySchema<NewReversal>({
  name: "LedgerReversal",
  tableName: "ledger_reversals",
  columns: {
    reversed: { type: "varchar", length: 36, primary: true },
    sequence: { ...integerColumn, primary: true },
    amount: exactColumn,
    total: exactColumn,
  } satisfies EveryColumn<NewReversal>,
});

export const reversalColumns = columnsOf(ledgerReversalRows);
