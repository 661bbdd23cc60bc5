export { auditFindings } from "./check.ts";
export { auditColumn } from "./domain/sealed-columns.ts";
export { auditWithoutVault, serviceAct, withRecord, withRecordIfPossible } from "./service-act.ts";
export { storedAuditRecords } from "./store/records.ts";
export { restoreAction, unfinishedActs } from "./unfinished.ts";
