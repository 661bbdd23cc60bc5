import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { exactColumn, integerColumn } from "../../../database/columns.ts";
import type { PendingTransfer } from "../domain/entry/entry.ts";

/** The table `pending_transfers`: transactions that are created but not yet processed. */
export const pendingTransferRows = new EntitySchema<PendingTransfer>({
  name: "PendingTransfer",
  tableName: "pending_transfers",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    sender: { type: "varchar", length: 36 },
    recipient: { type: "varchar", length: 36 },
    asset: { type: "varchar", length: 16 },
    amount: exactColumn,
    fee: exactColumn,
    description: { type: "text" },
    order: { type: "blob", name: "order_bytes" },
    keyId: { type: "varchar", length: 64, name: "key_id" },
    signature: { type: "blob" },
    reverses: {
      type: "varchar",
      length: 36,
      nullable: true,
      transformer: { to: (value: unknown) => value ?? null, from: (stored: string | null) => stored ?? undefined },
    },
    createdAtMs: { ...integerColumn, name: "created_at" },
  } satisfies EveryColumn<PendingTransfer>,
});

export const pendingTransferColumns = columnsOf(pendingTransferRows);
