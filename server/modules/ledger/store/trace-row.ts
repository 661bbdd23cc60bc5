import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { integerColumn } from "../../../database/columns.ts";

/** Span of the call that has made an entry. */
export interface EntryTrace {
  readonly sequence: number;
  readonly traceId: string;
  readonly spanId: string;
}

/** The table `ledger_traces`: the calls that have made the recent entries, as far as they are recorded. */
export const ledgerTraceRows = new EntitySchema<EntryTrace>({
  name: "LedgerTrace",
  tableName: "ledger_traces",
  columns: {
    sequence: { ...integerColumn, primary: true },
    traceId: { name: "trace_id", type: "varchar", length: 32 },
    spanId: { name: "span_id", type: "varchar", length: 16 },
  } satisfies EveryColumn<EntryTrace>,
});

export const traceColumns = columnsOf(ledgerTraceRows);
