import { EntitySchema } from "typeorm";
import { exactColumn, integerColumn } from "../../../database/columns.ts";

/** A row of `pending_transfers`. */
export interface PendingTransferRow {
  id: string;
  sender: string;
  recipient: string;
  asset: string;
  amount: bigint;
  fee: bigint;
  description: string;
  order: Uint8Array;
  keyId: string;
  signature: Uint8Array;
  createdAtMs: number;
}

/** The table `pending_transfers`: those that are created and not yet processed. */
export const pendingTransferRows = new EntitySchema<PendingTransferRow>({
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
    createdAtMs: { ...integerColumn, name: "created_at" },
  },
});
