import { apiKeyRows } from "./api-key-row.ts";
import { idempotencyKeyRows } from "./idempotency-key-row.ts";
import { sessionRows } from "./session-row.ts";
import { usageCountRows, usageRefusalRows } from "./usage-rows.ts";
import { useWindowRows } from "./use-window-row.ts";

/** The tables of access. */
export const accessTables = [
  apiKeyRows,
  sessionRows,
  useWindowRows,
  idempotencyKeyRows,
  usageCountRows,
  usageRefusalRows,
];
