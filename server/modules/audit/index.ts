export { auditFindings } from "./check.ts";
export { auditColumn } from "./domain/sealed-columns.ts";
export { storedAuditRecords } from "./store/records.ts";
