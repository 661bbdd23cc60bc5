import { EntitySchema } from "typeorm";
import { integerColumn } from "../../../../database/columns.ts";
import type { StoredState } from "../domain/webhook.ts";

/** A row of `webhooks`. Times are milliseconds since 1970. */
export interface WebhookRow {
  id: string;
  owner: string;
  url: string;
  state: StoredState;
  cursor: string;
  generation: number;
  rotation: string;
  /** JSON. */
  earlierSecrets: string;
  plainIdsUntil: number;
  failures: number;
  failingSinceMs: number | null;
  nextAtMs: number;
  /** Random id of the process that delivers; empty: none. */
  lease: string;
  leaseUntilMs: number;
  createdAtMs: number;
}

const optionalInteger = {
  ...integerColumn,
  nullable: true,
  transformer: {
    to: (value: unknown) => value,
    from: (stored: bigint | null) => (stored === null ? null : Number(stored)),
  },
} as const;

/** The table `webhooks`. */
export const webhookRows = new EntitySchema<WebhookRow>({
  name: "Webhook",
  tableName: "webhooks",
  columns: {
    id: { type: "varchar", length: 36, primary: true },
    owner: { type: "varchar", length: 64 },
    url: { type: "varchar", length: 2_000 },
    state: { type: "varchar", length: 16 },
    cursor: { type: "varchar", length: 64, name: "cursor_text" },
    generation: integerColumn,
    rotation: { type: "varchar", length: 36 },
    earlierSecrets: { type: "varchar", length: 1_000, name: "earlier_secrets" },
    plainIdsUntil: { ...integerColumn, name: "plain_ids_until" },
    failures: integerColumn,
    failingSinceMs: { ...optionalInteger, name: "failing_since" },
    nextAtMs: { ...integerColumn, name: "next_at" },
    lease: { type: "varchar", length: 36 },
    leaseUntilMs: { ...integerColumn, name: "lease_until" },
    createdAtMs: { ...integerColumn, name: "created_at" },
  },
});
