import { hostname } from "node:os";
import type { Database } from "../../database/source.ts";
import type { ActFacts, ActorKind, AuditLog } from "../../rpc/audit/audit-log.ts";
import { auditLog } from "./log.ts";
import { storedAuditRecords } from "./store/records.ts";

/** An act that is no call. */
export interface ServiceAct extends Partial<Pick<ActFacts, "result" | "values" | "targets" | "begun">> {
  /** Such as `service.reload`, or `program.restore` for an act of a program. */
  readonly action: string;
}

/** Returns the facts of an act that is no call: of the service itself, or of one of its programs. */
export function serviceAct({ action, result = "OK", values = {}, targets = [], begun }: ServiceAct): ActFacts {
  const actorKind: ActorKind = action.startsWith("program.") ? "program" : "service";
  return {
    ...{ action, result, actorKind, targets, values, begun },
    actorId: `${hostname()} ${process.pid}`,
    ...{ protocol: "", requestId: "", address: "", userAgent: "", texts: {} },
  };
}

/** Does what is no call and no transaction. It is recorded before it begins, and afterwards with its result. */
export async function withRecord<Result>(
  audit: Pick<AuditLog, "append" | "report">,
  act: Omit<ServiceAct, "result" | "begun">,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const begun = await audit.append(serviceAct({ ...act, result: "BEGUN" }));
  const ended = (result: string) => audit.append(serviceAct({ ...act, result, begun })).catch(audit.report);
  try {
    const done = await work();
    await ended("OK");
    return done;
  } catch (error) {
    await ended("FAILED");
    throw error;
  }
}

/**
 * Does what the service has to do even if the audit log cannot be written, such as its daily backup. It is recorded before
 * it begins, and afterwards with its result.
 */
export async function withRecordIfPossible<Result>(
  audit: Pick<AuditLog, "append" | "report">,
  act: Omit<ServiceAct, "result" | "begun">,
  work: () => Promise<Result>,
): Promise<Result> {
  let given: Promise<Result> | undefined;
  const once = () => {
    given ??= work();
    return given;
  };
  return withRecord(audit, act, once).catch((error: unknown) => {
    if (given === undefined) audit.report(error);
    return once();
  });
}

/** Returns the audit log for acts that are no calls, which say nothing of a person: it needs no vault. */
export function auditWithoutVault(database: Database, report: (error: unknown) => void): AuditLog {
  const sealer = { seal: () => Promise.reject(new Error("without the vault nothing can be sealed")) };
  return auditLog({ records: storedAuditRecords(database), sealer, report, now: Date.now });
}
