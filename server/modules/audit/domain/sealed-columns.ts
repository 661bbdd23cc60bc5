import { sealedColumn } from "../../../core/sealed-column.ts";

/** Origins of acts, and what their callers have written. */
export const auditColumn = sealedColumn("audit_records", "sealed", ["id"], ({ id }) => ({
  row: id,
  identity: "service",
  purpose: "audit",
}));
