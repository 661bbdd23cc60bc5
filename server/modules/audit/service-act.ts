import { hostname } from "node:os";
import type { Database } from "../../database/source.ts";
import type { ActFacts, ActorKind, AuditLog } from "../../rpc/audit/audit-log.ts";
import { auditLog } from "./log.ts";
import { storedAuditRecords } from "./store/records.ts";

/** An act that is no call. */
export interface ServiceAct extends Partial<Pick<ActFacts, "result" | "values" | "targets">> {
  /** Such as `service.reload`, or `program.restore` for an act of a program. */
  readonly action: string;
}

/** Returns the facts of an act that is no call: of the service itself, or of one of its programs. */
export function serviceAct({ action, result = "OK", values = {}, targets = [] }: ServiceAct): ActFacts {
  const actorKind: ActorKind = action.startsWith("program.") ? "program" : "service";
  return {
    ...{ action, result, actorKind, targets, values },
    actorId: `${hostname()} ${process.pid}`,
    ...{ protocol: "", requestId: "", address: "", userAgent: "", texts: {} },
  };
}

/** Does what is no call and no transaction. It is recorded before it begins, and afterwards with its result. */
export async function withRecord<Result>(
  audit: Pick<AuditLog, "append" | "report">,
  act: Omit<ServiceAct, "result">,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const record = (result: string) => audit.append(serviceAct({ ...act, result }));
  await record("BEGUN");
  try {
    const done = await work();
    await record("OK").catch(audit.report);
    return done;
  } catch (error) {
    await record("FAILED").catch(audit.report);
    throw error;
  }
}

/** Returns the audit log for acts that are no calls, which say nothing of a person: it needs no vault. */
export function auditWithoutVault(database: Database, report: (error: unknown) => void): AuditLog {
  const sealer = { seal: () => Promise.reject(new Error("without the vault nothing can be sealed")) };
  return auditLog({ records: storedAuditRecords(database), sealer, report, now: Date.now });
}
