import { EntitySchema } from "typeorm";
import { columnsOf } from "../../../../database/column-list.ts";
import { integerColumn } from "../../../../database/columns.ts";
import type { Delivery } from "../domain/webhook.ts";

/** The table `webhook_deliveries`: attempts, whose ids sort by time. */
export const deliveryRows = new EntitySchema<Delivery>({
  name: "WebhookDelivery",
  tableName: "webhook_deliveries",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    webhook: { type: "varchar", length: 36 },
    eventId: { type: "varchar", length: 128, name: "event_id" },
    sequence: integerColumn,
    cursorBefore: { type: "varchar", length: 64, name: "cursor_before" },
    atMs: { ...integerColumn, name: "at_ms" },
    status: integerColumn,
    error: { type: "varchar", length: 200 },
    durationMs: { ...integerColumn, name: "duration_ms" },
  },
});

export const deliveryColumns = columnsOf(deliveryRows);
