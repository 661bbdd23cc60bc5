import { EntitySchema } from "typeorm";
import { integerColumn, momentColumn } from "../../database/columns.ts";

/** A row of `idempotency_keys`: a call with an idempotency key, until its key expires. */
export interface IdempotencyKeyRow {
  /** SHA-256 of the caller, the method and the key, in hexadecimal. */
  id: string;
  requestHash: string;
  /** The seed of the call's random choices; once the call is answered, its answer. */
  sealed: Uint8Array;
  /** 1 once the call is answered. */
  isAnswered: number;
  /** Changes while a process executes the call; 0 while none does. */
  beat: number;
  provenAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

/** The table `idempotency_keys`. */
export const idempotencyKeyRows = new EntitySchema<IdempotencyKeyRow>({
  name: "IdempotencyKey",
  tableName: "idempotency_keys",
  columns: {
    id: { type: "varchar", length: 64, primary: true },
    requestHash: { type: "varchar", length: 64, name: "request_hash" },
    sealed: { type: "blob" },
    isAnswered: { ...integerColumn, name: "is_answered" },
    beat: integerColumn,
    provenAt: { ...momentColumn, name: "proven_at", nullable: true },
    createdAt: { ...momentColumn, name: "created_at" },
    expiresAt: { ...momentColumn, name: "expires_at" },
  },
});
