import { EntitySchema } from "typeorm";
import { columnsOf, type EveryColumn } from "../../../database/column-list.ts";
import { integerColumn } from "../../../database/columns.ts";
import type { StoredRecord } from "../domain/record.ts";

/** The table `audit_records`. */
export const auditRecordRows = new EntitySchema<StoredRecord>({
  name: "AuditRecord",
  tableName: "audit_records",
  columns: {
    number: { ...integerColumn, primary: true },
    id: { type: "varchar", length: 36 },
    atMs: { ...integerColumn, name: "at_ms" },
    action: { type: "varchar", length: 128 },
    result: { type: "varchar", length: 32 },
    actorKind: { type: "varchar", length: 16, name: "actor_kind" },
    actorId: { type: "varchar", length: 128, name: "actor_id" },
    protocol: { type: "varchar", length: 16 },
    requestId: { type: "varchar", length: 128, name: "request_id" },
    targets: { type: "text" },
    plain: { type: "text" },
    sealed: { type: "blob" },
    hash: { type: "blob" },
  } satisfies EveryColumn<StoredRecord>,
});

export const auditRecordColumns = columnsOf(auditRecordRows);

/** The row of `audit_chain`. */
interface AuditChainRow {
  id: number;
  number: number;
  hash: Uint8Array;
  removedNumber: number;
  removedHash: Uint8Array;
}

/** The table `audit_chain`, which has one row. */
export const auditChainRows = new EntitySchema<AuditChainRow>({
  name: "AuditChain",
  tableName: "audit_chain",
  columns: {
    id: { ...integerColumn, primary: true },
    number: integerColumn,
    hash: { type: "blob" },
    removedNumber: { ...integerColumn, name: "removed_number" },
    removedHash: { type: "blob", name: "removed_hash" },
  } satisfies EveryColumn<AuditChainRow>,
});

export const auditChainColumns = columnsOf(auditChainRows);
