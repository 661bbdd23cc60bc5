import type { DescMethod, Message } from "@bufbuild/protobuf";
import { Audited } from "#contract/access/v1/access_pb.js";
import type { Reason } from "../../core/fault.ts";
import { isUuid } from "../../core/uuid.ts";
import type { Call } from "../call.ts";
import type { Principal } from "../principal.ts";
import type { ActFacts, AuditLog, PreparedRecord } from "./audit-log.ts";
import type { RequestFacts } from "./request-facts.ts";

/** Facts that a call adds to its record while it is executed. */
export interface Addition {
  /** Further ids, such as that of what the call makes. */
  readonly targets?: readonly string[];
  readonly values?: Readonly<Record<string, string>>;
}

/** The part of a call or stream that its record holds. */
export interface RecordedCall extends Pick<Call, "protocol" | "requestId" | "address" | "userAgent"> {
  readonly method: DescMethod;
}

/** A call that is recorded, from its beginning to its answer. */
export class CallAct {
  /** The caller, once it is known. */
  principal: Pick<Principal, "id" | "key" | "session" | "identityId"> | undefined;
  /** Whether the caller needs no permission: it calls for itself, or anybody may. */
  isOwn = false;
  /** The request, once it is read. */
  request: Message | undefined;
  readonly #log: AuditLog;
  readonly #call: RecordedCall;
  readonly #decision: Audited;
  readonly #factsOf: (request: Message) => RequestFacts;
  #addition: Addition = {};
  #state: "open" | "begun" | "recorded" = "open";
  #begun: number | undefined;

  constructor(log: AuditLog, call: RecordedCall, decision: Audited, factsOf: (request: Message) => RequestFacts) {
    this.#log = log;
    this.#call = call;
    this.#decision = decision;
    this.#factsOf = factsOf;
  }

  /** Whether the call itself is recorded. */
  get isRecorded(): boolean {
    return (
      this.#decision === Audited.ALWAYS || (this.#decision === Audited.FOR_OTHERS && this.isExecuting && !this.isOwn)
    );
  }

  /** Whether refused calls are recorded, even if others are not. */
  get hasRecordedRefusals(): boolean {
    return this.#decision !== Audited.FOR_OTHERS;
  }

  /** Whether the request was read, and may have been executed. */
  get isExecuting(): boolean {
    return this.request !== undefined;
  }

  get hasBegun(): boolean {
    return this.#state === "begun";
  }

  /** Prepares the record of the act, for the transaction in which it takes place. */
  async prepare(addition: Addition = {}): Promise<PreparedRecord | undefined> {
    this.#addition = addition;
    if (!this.isRecorded) return undefined;
    const { alongside, statements } = await this.#log.prepare(this.#facts("OK"));
    const written = () => {
      this.#state = "recorded";
    };
    return {
      alongside: async (transaction) => {
        await alongside(transaction);
        written();
      },
      *statements() {
        yield* statements();
        written();
      },
    };
  }

  /** Records that an act begins which is no transaction, so that it cannot take place without a trace. */
  async begin(): Promise<void> {
    if (!this.isRecorded) return;
    this.#begun = await this.#log.append(this.#facts("BEGUN"));
    this.#state = "begun";
  }

  /**
   * Passes an answer on when the success is recorded, which its transaction may have done. Rejects if that fails, so
   * that nothing is answered; but an act that has begun has a record already, and its caller learns the result.
   */
  async answered<Written>(answer: Written | Promise<Written>): Promise<Written> {
    const written = await answer;
    if (this.isRecorded && this.#state !== "recorded") await this.#succeeded();
    return written;
  }

  async #succeeded(): Promise<void> {
    const recording = this.#log.append(this.#facts("OK"));
    await (this.#state === "begun" ? recording.catch(this.#log.report) : recording);
  }

  /** Records a failure; that this fails, too, goes to the log, as the caller is refused anyway. */
  async failed(result: string, values: Addition["values"] = {}): Promise<void> {
    this.#addition = { ...this.#addition, values: { ...this.#addition.values, ...values } };
    await this.#log.append(this.#facts(result)).catch(this.#log.report);
  }

  #facts(result: string): ActFacts {
    const { method, protocol, requestId, address, userAgent = "" } = this.#call;
    const read = this.request === undefined ? noFacts : heldOf(this.#factsOf(this.request), result);
    return {
      ...{ action: actionOf(method), result, protocol, requestId, address, userAgent },
      ...actorOf(this.principal),
      targets: [...read.targets, ...(this.#addition.targets ?? [])],
      values: { ...read.values, ...this.#addition.values },
      texts: read.texts,
      begun: this.#begun,
    };
  }
}

const noFacts: RequestFacts = { targets: [], values: {}, texts: {} };

/**
 * Returns what is held of a request. What is in the wrong place may be a secret: of a request that fails only ids in the form of
 * ids are held, and of an invalid one nothing else.
 */
function heldOf(facts: RequestFacts, result: string): RequestFacts {
  if (result === "OK" || result === "BEGUN") return facts;
  const targets = facts.targets.filter(isUuid);
  return invalid.has(result) ? { ...noFacts, targets } : { ...facts, targets };
}

const invalid: ReadonlySet<string> = new Set<Reason>(["PARAMETER_INVALID", "PARAMETER_REQUIRED"]);

function actionOf(method: DescMethod): string {
  return `${method.parent.typeName}.${method.name}`;
}

function actorOf(principal: CallAct["principal"]): Pick<ActFacts, "actorKind" | "actorId"> {
  if (principal?.key !== undefined) return { actorKind: "key", actorId: principal.key.id };
  if (principal?.session !== undefined) return { actorKind: "session", actorId: principal.session.identityId };
  if (principal?.identityId !== undefined) return { actorKind: "token", actorId: principal.identityId };
  if (principal === undefined || principal.id.startsWith("address:")) return { actorKind: "anonymous", actorId: "" };
  return { actorKind: principal.id.startsWith("jwt:") ? "token" : "host", actorId: principal.id };
}
