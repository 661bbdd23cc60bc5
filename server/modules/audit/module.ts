import type { Logger } from "pino";
import { AuditService } from "#contract/admin/v1/audit_pb.js";
import { limits } from "../../core/limits.ts";
import type { Sealer } from "../../core/sealed-column.ts";
import type { Database } from "../../database/source.ts";
import type { AuditLog } from "../../rpc/audit/audit-log.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { type AuditFinding, auditFindings, type KnownRecord } from "./check.ts";
import type { AuditSettings } from "./config.ts";
import type { Link, StoredRecord } from "./domain/record.ts";
import { auditHead } from "./domain/records.ts";
import { auditLog } from "./log.ts";
import { auditBounds, auditOperations } from "./operations/audit.ts";
import { scheduleRetention } from "./retention.ts";
import { storedAuditRecords } from "./store/records.ts";
import { unfinishedActs } from "./unfinished.ts";

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
  /** Says in the log which acts have begun and have no result. */
  readonly reportUnfinished: () => Promise<void>;
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
    reportUnfinished: async () => reportUnfinished(await unfinishedActs(records), log),
    head: () => auditHead(records),
    tables: [{ service: AuditService, operations, streams: auditBounds }],
  };
}

/** Most acts that a line of the log names. */
const namedMax = 10;

function reportUnfinished(acts: readonly StoredRecord[], log: Logger): void {
  if (acts.length === 0) return;
  const named = acts.slice(0, namedMax).map(({ number, action, atMs }) => {
    return { number, action, begunAt: new Date(atMs).toISOString() };
  });
  log.warn(
    { count: acts.length, acts: named },
    "acts in the audit log have begun and have no result: their process has ended, or another one still does them; " +
      "`platonic doctor` says what to do",
  );
}
