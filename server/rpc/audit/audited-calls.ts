import type { Message } from "@bufbuild/protobuf";
import { Audited } from "#contract/access/v1/access_pb.js";
import type { Fault, Reason } from "../../core/fault.ts";
import { FixedWindow } from "../../core/fixed-window/fixed-window.ts";
import { windows } from "../../core/fixed-window/windows.ts";
import { type Answer, type Call, TransportRefusal } from "../call.ts";
import { oncePerMethod } from "../once-per-method.ts";
import type { Principal } from "../principal.ts";
import type { AuditLog } from "./audit-log.ts";
import { CallAct, type RecordedCall } from "./call-act.ts";
import { auditDecision, isForAdministrators } from "./decision.ts";
import { compileRequestFacts, type RequestFacts } from "./request-facts.ts";

/** A method of which some calls are recorded. */
export interface AuditedMethod {
  readonly decision: Audited;
  readonly factsOf: (request: Message) => RequestFacts;
}

/** Compiles what is recorded of a method; undefined if nothing is. @throws Error as `auditDecision` */
export const compileAudited = oncePerMethod((method): AuditedMethod | undefined => {
  const decision = auditDecision(method);
  const isRecorded = decision > Audited.NEVER || isForAdministrators(method);
  return isRecorded ? { decision, factsOf: compileRequestFacts(method.input) } : undefined;
});

/** Reasons for refusing callers whose credentials are wrong, insufficient or used too often. */
const refusals: ReadonlySet<Reason> = new Set<Reason>([
  "AUTHENTICATION_REQUIRED",
  "INVALID_API_KEY",
  "PERMISSION_DENIED",
  "RATE_LIMIT_EXCEEDED",
]);

/** Records calls of audited methods, and refused streams for administrators. */
export class AuditedCalls {
  readonly #log: AuditLog;
  readonly #now: () => number;
  /** Bounds what callers without a permission can write. */
  readonly #window = new FixedWindow(windows.auditedRefusals.windowMs);

  constructor(log: AuditLog, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Answers a call, and records it. */
  async answer(
    call: Call,
    { decision, factsOf }: AuditedMethod,
    answer: (act: CallAct) => Promise<Answer>,
  ): Promise<Answer> {
    const act = new CallAct(this.#log, call, decision, factsOf);
    try {
      const given = await answer(act);
      if ("fault" in given) await this.#failed(act, given.fault);
      return given;
    } catch (error) {
      if (error instanceof TransportRefusal && act.isExecuting) await act.failed("ABANDONED");
      throw error;
    }
  }

  /** Records that a stream was refused, or ended because its caller may no longer have it. */
  async refused(
    stream: RecordedCall,
    { decision, factsOf }: AuditedMethod,
    fault: Fault,
    principal: Principal | undefined,
  ): Promise<void> {
    const act = new CallAct(this.#log, stream, decision, factsOf);
    act.principal = principal;
    await this.#failed(act, fault);
  }

  async #failed(act: CallAct, fault: Fault): Promise<void> {
    const { reason } = fault;
    const isRefusal = refusals.has(reason);
    if (!act.isRecorded && !(isRefusal && act.hasRecordedRefusals)) return;
    // The record could not be written either, and nothing has happened.
    if (reason === "UNAVAILABLE" && !act.hasBegun) return;
    act.principal ??= (fault as { readonly subject?: Pick<Principal, "id" | "key"> }).subject;
    if (!isRefusal && !act.isOwn) return act.failed(reason);
    const nowMs = this.#now();
    const omitted = this.#window.hasEnded(nowMs) ? this.#window.count - windows.auditedRefusals.countMax : 0;
    if (this.#window.record(nowMs) > windows.auditedRefusals.countMax) return;
    return act.failed(reason, omitted > 0 ? { omitted: String(omitted) } : {});
  }
}
