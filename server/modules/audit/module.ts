import type { Logger } from "pino";
import { AuditService } from "#contract/admin/v1/audit_pb.js";
import { limits } from "../../core/limits.ts";
import type { Sealer } from "../../core/sealed-column.ts";
import type { Database } from "../../database/source.ts";
import type { AuditLog } from "../../rpc/audit/audit-log.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { type AuditFinding, auditFindings, type KnownRecord } from "./check.ts";
import type { AuditSettings } from "./config.ts";
import type { Link } from "./domain/record.ts";
import { auditHead } from "./domain/records.ts";
import { auditLog } from "./log.ts";
import { auditBounds, auditOperations } from "./operations/audit.ts";
import { scheduleRetention } from "./retention.ts";
import { storedAuditRecords } from "./store/records.ts";

export interface AuditModuleDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly settings: AuditSettings;
  readonly log: Logger;
  /** Milliseconds since 1970, and the intervals at which old records are removed and watched ones polled. */
  readonly clock?: { readonly now: () => number; readonly retentionMs: number; readonly pollMs: number } | undefined;
}

export interface AuditModule {
  readonly audit: AuditLog;
  /** Returns what is not as it was written, or not as others know it. */
  readonly findings: (known: readonly KnownRecord[]) => Promise<readonly AuditFinding[]>;
  /** Returns the last record; undefined if there is none. */
  readonly head: () => Promise<Link | undefined>;
  readonly tables: readonly ServiceTable[];
}

/** Opens the audit log, and removes its old records while the service runs. */
export function openAuditModule(
  { database, sealer, settings, log, clock }: AuditModuleDeps,
  resources: AsyncDisposableStack,
): AuditModule {
  const now = clock?.now ?? Date.now;
  const records = storedAuditRecords(database);
  const report = (error: unknown) => log.error({ err: error }, "could not write to the audit log");
  const audit = auditLog({ records, sealer, report, now });
  const { retentionDays: days } = settings;
  const everyMs = clock?.retentionMs ?? limits.auditRetentionMs;
  if (days !== undefined) resources.defer(scheduleRetention({ records, log: audit, days, now, everyMs }));
  const operations = auditOperations({ records, sealer, pollMs: clock?.pollMs ?? limits.auditPollMs });
  return {
    audit,
    findings: async (known) => (await auditFindings(records, known)).findings,
    head: () => auditHead(records),
    tables: [{ service: AuditService, operations, streams: auditBounds }],
  };
}
