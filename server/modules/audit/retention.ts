import type { AuditLog } from "../../rpc/audit/audit-log.ts";
import { removalAction, removalValues } from "./domain/record.ts";
import type { AuditRecords } from "./domain/records.ts";
import type { auditLog } from "./log.ts";
import { serviceAct } from "./service-act.ts";

export interface RetentionDeps {
  readonly records: Pick<AuditRecords, "removeBefore">;
  readonly log: Pick<ReturnType<typeof auditLog>, "draftOf"> & Pick<AuditLog, "report">;
  readonly days: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly everyMs: number;
}

const dayMs = 86_400_000;

/** Removes records that are older than the retention; what is removed is itself recorded. */
function removeOldRecords({ records, log, days, now }: RetentionDeps): Promise<number> {
  return records.removeBefore(now() - days * dayMs, (removed) =>
    log.draftOf(serviceAct({ action: removalAction, values: removalValues(removed) })),
  );
}

/** Removes old records now and at intervals. Returns a function that stops this. */
export function scheduleRetention(deps: RetentionDeps): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const remove = () => {
    running = removeOldRecords(deps).catch(deps.log.report);
  };
  remove();
  const every = setInterval(remove, deps.everyMs).unref();
  return async () => {
    clearInterval(every);
    await running;
  };
}
