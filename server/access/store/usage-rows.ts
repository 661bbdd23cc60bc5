import { EntitySchema } from "typeorm";
import { columnsOf } from "../../database/column-list.ts";
import { integerColumn } from "../../database/columns.ts";
import type { Refusal, UsageCount } from "../domain/usage.ts";

const callerColumns = {
  identityId: { type: "varchar", length: 36, name: "identity_id", primary: true },
  keyId: { type: "varchar", length: 64, name: "key_id", primary: true },
} as const;

/** The table `usage_counts`. */
export const usageCountRows = new EntitySchema<UsageCount>({
  name: "UsageCount",
  tableName: "usage_counts",
  columns: {
    ...callerColumns,
    hourMs: { ...integerColumn, name: "hour_ms", primary: true },
    operation: { type: "varchar", length: 128, primary: true },
    result: { type: "varchar", length: 32, primary: true },
    calls: integerColumn,
  },
});

/** The table `usage_refusals`. */
export const usageRefusalRows = new EntitySchema<Refusal>({
  name: "UsageRefusal",
  tableName: "usage_refusals",
  columns: {
    ...callerColumns,
    id: { type: "varchar", length: 36, primary: true },
    atMs: { ...integerColumn, name: "at_ms" },
    operation: { type: "varchar", length: 128 },
    reason: { type: "varchar", length: 32 },
    parameter: { type: "varchar", length: 256 },
    message: { type: "varchar", length: 512 },
    requestId: { type: "varchar", length: 128, name: "request_id" },
    protocol: { type: "varchar", length: 16 },
  },
});

export const usageCountColumns = columnsOf(usageCountRows);
/** Counts of all callers together. */
export const usageSumColumns = columnsOf(usageCountRows, ["hourMs", "operation", "result", "calls"]);
export const usageRefusalColumns = columnsOf(usageRefusalRows);
