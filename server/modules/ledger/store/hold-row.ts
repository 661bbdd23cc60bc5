import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { exactColumn, integerColumn } from "../../../database/columns.ts";
import type { Hold } from "../domain/holds/hold.ts";

/** The table `holds`: holds, open and ended, derived from the entries. */
export const holdRows = new EntitySchema<Hold>({
  name: "Hold",
  tableName: "holds",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    sender: { type: "varchar", length: 36 },
    recipient: { type: "varchar", length: 36 },
    asset: { type: "varchar", length: 16 },
    amount: exactColumn,
    fee: exactColumn,
    captured: exactColumn,
    capturedFee: { ...exactColumn, name: "captured_fee" },
    state: integerColumn,
    endsAtMs: { ...integerColumn, name: "ends_at" },
    heldAtMs: { ...integerColumn, name: "held_at" },
    sequence: integerColumn,
    lastSequence: { ...integerColumn, name: "last_sequence" },
  } satisfies EveryColumn<Hold>,
});

export const holdColumns = columnsOf(holdRows);
/** Columns that captures and releases change. */
export const changingHoldColumns = columnsOf(holdRows, ["captured", "capturedFee", "state", "lastSequence"]);
