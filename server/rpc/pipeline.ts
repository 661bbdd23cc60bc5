import type { DescMethod, DescMethodUnary, DescService } from "@bufbuild/protobuf";
import type { Open } from "#contract/access/v1/access_pb.js";
import { Fault, type Reason } from "../core/fault.ts";
import { limits } from "../core/limits.ts";
import { endScope, inSpan, inSpanIfLonger, type NamedPlace, type Scope, withinScope } from "../core/tracing/scope.ts";
import type { SpanDescription } from "../core/tracing/span.ts";
import { type AuditedCalls, type AuditedMethod, compileAudited } from "./audit/audited-calls.ts";
import type { CallAct } from "./audit/call-act.ts";
import { type Access, type Check, compileAccess, permit } from "./authorization.ts";
import { type BodyBound, compileBodyBound, isAnonymous } from "./body-bound.ts";
import { type Answer, type Call, type Failure, type RateLimits, TransportRefusal } from "./call.ts";
import { CallContext } from "./call-context.ts";
import type { Encoded } from "./codec/codec.ts";
import { compileHandler, type Handler, type ServiceTable, unaryMethods, unexpectedReason } from "./handler.ts";
import type { Idempotency } from "./idempotency/idempotency.ts";
import { type Principal, provenAt } from "./principal.ts";
import { deadlineExceeded, ReadDeadline } from "./terms/deadline.ts";
import { compileTerms, publishedTerms, type Terms } from "./terms/terms.ts";
import type { CallTraces } from "./traced-call.ts";
import { CallWait } from "./waits/call-wait.ts";
import { Credentials, type OnAccessChanged } from "./waits/credentials.ts";

/**
 * Port: identifies the caller. Failures are counted by the network of its address, if known.
 *
 * @throws Fault AUTHENTICATION_REQUIRED, INVALID_API_KEY, RATE_LIMIT_EXCEEDED, or INTERNAL
 */
export type Authenticate = (
  authorization: string | undefined,
  from?: { readonly address: string },
) => Principal | Promise<Principal>;

/** Port: returns the principal of calls without credentials from an IP address. */
export type AnonymousCaller = (address: string) => Principal;

/** Port: admits a caller within the limits of its plan. */
export interface Limiter {
  /** @param takesPlace whether the call counts against the concurrency limit of its plan */
  admit(principal: Principal, takesPlace: boolean): Admission | Promise<Admission>;
}

export type Admission =
  | {
      readonly allowed: true;
      readonly limits: RateLimits;
      release(): void;
      /**
       * Releases the call's slot while it only waits. Returns a function that takes a slot again, even beyond the
       * limit.
       *
       * @throws Fault RATE_LIMIT_EXCEEDED if the caller already has as many waiting calls as its plan allows concurrent
       *   ones
       */
      leave(): () => void;
    }
  | {
      readonly allowed: false;
      readonly limits: RateLimits;
      readonly retryAfterSeconds: number;
      /** The limit that was hit, such as `100 calls a minute`. */
      readonly exceeded: string;
    };

/** A call in the form in which it is sent to a worker thread. */
export interface Task {
  /** Name such as `package.Service.Method`. */
  readonly method: string;
  readonly codec: string;
  readonly body: Uint8Array;
  readonly parameters: readonly string[];
}

/** Port: runs a task on a worker thread. Rejects with the task's Fault, or when the signal aborts. */
export type Delegate = (task: Task, signal: AbortSignal | undefined) => Promise<Encoded>;

/** Result of a call or stream, for the log, without payload or credentials. */
export interface Observation {
  readonly call: Pick<Call, "requestId" | "protocol"> & { readonly method: DescMethod };
  /** Whether no rate limit applies to such calls. */
  readonly isUnlimited?: boolean;
  /** Absent: it belongs to no trace. */
  readonly scope?: NamedPlace | undefined;
  /** Absent: the caller is unknown. */
  readonly principal: Principal | undefined;
  readonly durationMs: number;
  readonly reason: Reason | "OK" | "REFUSED";
  /** The failure as its caller received it. */
  readonly fault?: Fault | undefined;
  /** The cause of a bug or an outage. */
  readonly cause?: unknown;
}

/** An observation in the thread that has answered, whose span is still open. */
export interface PresentObservation extends Observation {
  readonly scope?: Scope | undefined;
}

export interface PipelineDeps {
  readonly tables: readonly ServiceTable[];
  readonly authenticate: Authenticate;
  readonly anonymous: AnonymousCaller;
  /** Kinds of methods that are open to callers without credentials. */
  readonly openToAll: ReadonlySet<Open>;
  /**
   * Tells callers whose credentials are refused, in a sentence, where to find valid ones; absent: they come from the
   * operator.
   */
  readonly keyPlace?: string | undefined;
  readonly limiter: Limiter;
  readonly delegate: Delegate;
  /** Absent: idempotency keys have no effect. */
  readonly idempotency?: Idempotency;
  /** Absent: no acts are recorded. */
  readonly audit?: AuditedCalls;
  /** Absent: trace contexts of callers are not read. */
  readonly traces?: CallTraces;
  readonly observe: (observation: PresentObservation) => void;
  /**
   * Describes the outage, as the beginning of a sentence, when an unexpected error is an outage of the database or the
   * vault, which ends by itself or is ended by an operator.
   */
  readonly outageOf: (error: unknown) => string | undefined;
  /**
   * Interval at which the credentials of a waiting or streaming caller are checked again; a default applies if absent.
   */
  readonly waitCheckMs?: number;
  /** Absent: credentials are only checked at intervals. */
  readonly onAccessChanged?: OnAccessChanged;
  /** Aborts when the service stops: calls that wait are answered; absent: it never does. */
  readonly stopping?: AbortSignal;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
}

/** The steps of every call on any transport. */
export interface Pipeline {
  /** Services of the contract, offered by every transport. */
  readonly services: readonly DescService[];
  /** Services of published protocols, which have no paths over REST; absent: there are none. */
  readonly publishedServices?: readonly DescService[];
  answer(call: Call): Promise<Answer>;
}

/** Refusals of requests for which there is no operation. */
export interface Refusals {
  /**
   * Refuses a request for an unknown method. It counts against its caller's plan; without valid credentials it is
   * refused for those.
   */
  refuse(request: Pick<Call, "authorization" | "address">, fault: Fault): Promise<Failure>;
}

interface Route {
  readonly access: Access;
  readonly terms: Terms;
  readonly handler: Handler;
  /** Name of the task that handles large requests on a worker thread; undefined if only the main thread can. */
  readonly taskName: string | undefined;
  readonly unexpected: Reason;
  readonly bodyBound: BodyBound;
  /** Undefined for ordinary calls. */
  readonly audited: AuditedMethod | undefined;
}

/**
 * Creates the pipeline: authenticate, admit, permit, read, validate, operate, write. Throws at start-up for a method without
 * a permission, or without the terms of its calls.
 */
export function createPipeline(deps: PipelineDeps): Pipeline & Refusals {
  const routes = new Map<DescMethodUnary, Route>();
  for (const table of deps.tables) {
    for (const method of unaryMethods(table.service)) routes.set(method, compileRoute(method, table, deps));
  }
  const servicesOf = (isPublished: boolean) =>
    deps.tables.filter((table) => (table.publicAccess !== undefined) === isPublished).map(({ service }) => service);
  const answerIn = (scope: Scope | undefined, call: Call, route: Route) => {
    if (route.audited === undefined || deps.audit === undefined) return answer(call, { route, scope }, deps);
    return deps.audit.answer(call, route.audited, (act) => answer(call, { route, scope, act }, deps));
  };
  return {
    services: servicesOf(false),
    publishedServices: servicesOf(true),
    answer(call) {
      const route = routes.get(call.method) as Route;
      const scope = deps.traces?.begin(call);
      if (scope === undefined) return answerIn(undefined, call, route);
      return withinScope(scope, async () => {
        try {
          return await answerIn(scope, call, route);
        } finally {
          endScope(scope);
        }
      });
    },
    refuse: (request, fault) => refuse(request, fault, deps),
  };
}

async function refuse(
  request: Pick<Call, "authorization" | "address">,
  fault: Fault,
  deps: PipelineDeps,
): Promise<Failure> {
  let admission: Admission | undefined;
  try {
    const principal = await deps.authenticate(request.authorization, request);
    admission = await deps.limiter.admit(principal, true);
    return failure(admission.allowed ? fault : tooMany(admission, principal), admission, deps);
  } catch (error) {
    return failure(knownFault(error, "INTERNAL", deps), admission, deps);
  } finally {
    if (admission?.allowed) admission.release();
  }
}

function compileRoute(method: DescMethodUnary, table: ServiceTable, deps: PipelineDeps): Route {
  const terms = table.publicAccess === undefined ? compileTerms(method) : publishedTerms();
  const access = compileAccess(method, deps.openToAll, table.publicAccess);
  return {
    access,
    terms,
    handler: compileHandler(method, table, { terms, idempotency: deps.idempotency }),
    taskName: table.isPure ? nameOf(method) : undefined,
    unexpected: unexpectedReason(table.service),
    bodyBound: compileBodyBound(method, access),
    audited: table.publicAccess === undefined ? compileAudited(method) : undefined,
  };
}

/** Returns the name of a method in tasks and records of calls. */
export function nameOf(method: DescMethod): string {
  return `${method.parent.typeName}.${method.name}`;
}

/** Returns the cause to log: the error behind a bug or an outage; undefined for a caller's error. */
function causeOf(fault: Fault, error: unknown): unknown {
  if (fault !== error) return error;
  return fault.reason === "UNAVAILABLE" ? fault.cause : undefined;
}

/** Returns the fault for unexpected errors, which hides the cause. */
export function unexpectedFault(reason: Reason): Fault {
  return new Fault(reason, "The service failed; its log holds the cause under the correlation id.");
}

/** Returns the fault for an outage of the database or the vault. */
function outage(what: string): Fault {
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}; repeat the call with the same ids.`;
  return new Fault("UNAVAILABLE", message, { retryAfterSeconds: outageRetrySeconds });
}

const outageRetrySeconds = 1;

/** Span of the step that identifies the caller. */
export const authentication: SpanDescription = { name: "authentication", kind: "internal" };
const onThread: SpanDescription = { name: "worker thread", kind: "internal" };

interface Answering {
  readonly route: Route;
  readonly scope: Scope | undefined;
  readonly act?: CallAct;
}

async function answer(call: Call, { route, scope, act }: Answering, deps: PipelineDeps): Promise<Answer> {
  const startedMs = deps.now();
  let principal: Principal | undefined;
  let body: Uint8Array | undefined;
  let unread: Fault | undefined;
  let admission: Admission | undefined;
  let reason: Observation["reason"] = "OK";
  let fault: Fault | undefined;
  let cause: unknown;
  try {
    // Most callers are cached: not awaiting plain values saves turns of the event loop.
    const caller = inSpanIfLonger(authentication, () => callerOf(call, route.access, deps));
    principal = caller instanceof Promise ? await caller : caller;
    const bytesMax = route.bodyBound(call);
    // A small body is read first, so that a slow sender does not occupy a concurrency slot.
    if (bytesMax <= limits.smallRequestBytesMax) {
      try {
        const read = call.readBody(bytesMax);
        body = read instanceof Promise ? await read : read;
      } catch (error) {
        // Thrown once the call counts against its caller's plan.
        if (!(error instanceof Fault)) throw error;
        unread = error;
      }
    }
    if (route.access.isLimited) {
      const admitted = deps.limiter.admit(principal, call.hasOwnPlace !== true);
      admission = admitted instanceof Promise ? await admitted : admitted;
      if (!admission.allowed) throw tooMany(admission, principal);
    }
    if (act !== undefined) act.principal = principal;
    const check = permit(principal, route.access);
    if (act !== undefined) act.isOwn = check !== undefined || route.access.isOpen;
    if (unread !== undefined) throw unread;
    if (body === undefined) {
      const read = call.readBody(bytesMax);
      body = read instanceof Promise ? await read : read;
    }
    const deadline = deadlineOf(call, route.terms, deps.now() - startedMs);
    const credentials = credentialsOf(call, principal, route.access, deps);
    const { delegate, stopping } = deps;
    const handling = { route, deadline, delegate, stopping, credentials, admission, act };
    const handled = handle(call, body, principal, check, handling);
    const written = handled instanceof Promise ? await (deadline?.keep(handled) ?? handled) : handled;
    if (route.terms.isReading && deps.now() - startedMs >= limits.credentialsGoodMs) await credentials.verify();
    return { written, limits: admission?.limits };
  } catch (error) {
    if (error instanceof TransportRefusal || isAbort(error)) {
      reason = "REFUSED";
      throw error instanceof TransportRefusal
        ? error
        : new TransportRefusal("the caller has stopped waiting", { cause: error });
    }
    fault = knownFault(error, route.unexpected, deps);
    cause = causeOf(fault, error);
    reason = fault.reason;
    return failure(fault, admission, deps);
  } finally {
    if (admission?.allowed) admission.release();
    const isUnlimited = !route.access.isLimited;
    deps.observe({ call, scope, principal, durationMs: deps.now() - startedMs, reason, fault, cause, isUnlimited });
  }
}

/**
 * Returns the deadline of a call that only reads and whose caller has set none. A call that changes something is not
 * abandoned once it is executing, since its caller would not know the outcome.
 *
 * @throws Fault DEADLINE_EXCEEDED for a call of either kind that reaches execution too late
 */
function deadlineOf(call: Call, { deadlineMs, isReading }: Terms, passedMs: number): ReadDeadline | undefined {
  if (call.hasDeadline === true || deadlineMs === Number.POSITIVE_INFINITY) return undefined;
  if (passedMs >= deadlineMs) throw deadlineExceeded(deadlineMs);
  return isReading ? new ReadDeadline(deadlineMs, deadlineMs - passedMs) : undefined;
}

type Credentialed = Pick<Call, "authorization" | "address" | "principal" | "provenAtMs">;

/** Identifies the caller; synchronously if it is cached, as most are. */
export function callerOf(call: Credentialed, access: Access, deps: PipelineDeps): Principal | Promise<Principal> {
  if (call.principal !== undefined) return call.principal;
  if (isAnonymous(call, access)) return deps.anonymous(call.address);
  const caller = deps.authenticate(call.authorization, call);
  const { provenAtMs } = call;
  if (provenAtMs === undefined) return caller;
  return caller instanceof Promise ? caller.then((known) => provenAt(known, provenAtMs)) : provenAt(caller, provenAtMs);
}

/** Returns the credentials of a caller for later checks. */
export function credentialsOf(
  call: Credentialed,
  { id: principalId }: Principal,
  access: Access,
  deps: PipelineDeps,
): Credentials {
  const { waitCheckMs: checkMs = limits.waitCheckMs, onAccessChanged: onChanged } = deps;
  return new Credentials({ principalId, access, identify: () => callerOf(call, access, deps), checkMs, onChanged });
}

/** Returns the error itself if callers may see it, otherwise the fault that replaces it. */
export function knownFault(error: unknown, unexpected: Reason, { outageOf }: Pick<PipelineDeps, "outageOf">): Fault {
  if (error instanceof Fault && error.reason !== "INTERNAL") return error;
  const what = outageOf(error);
  return what === undefined ? unexpectedFault(unexpected) : outage(what);
}

interface Handling {
  readonly route: Route;
  readonly deadline: ReadDeadline | undefined;
  readonly delegate: Delegate;
  readonly stopping: AbortSignal | undefined;
  readonly credentials: Credentials;
  readonly admission: Admission | undefined;
  readonly act: CallAct | undefined;
}

/** Handles the call here, or on a worker thread if it is so large that other calls would have to wait. */
function handle(
  call: Call,
  body: Uint8Array,
  principal: Principal,
  check: Check | undefined,
  { route: { handler, taskName }, deadline, delegate, stopping, credentials, admission, act }: Handling,
): Encoded | Promise<Encoded> {
  const { codec, parameters } = call;
  if (taskName !== undefined && body.length > limits.mainThreadBytesMax) {
    const signal = deadline?.with(call.signal) ?? call.signal;
    return inSpan(onThread, () => delegate({ method: taskName, codec: codec.name, body, parameters }, signal));
  }
  const leavePlace = () => (admission?.allowed === true ? admission.leave() : () => {});
  const newWait = () => new CallWait(call, credentials, leavePlace, stopping);
  const context = new CallContext(principal, call, newWait, act);
  const handled = handler(codec, body, parameters, context, (request) => {
    credentials.request = request;
    check?.(request);
    if (act !== undefined) act.request = request;
  });
  return act === undefined ? handled : act.answered(handled);
}

/** Returns the failure for the transport to report. */
export function failure(
  fault: Fault,
  admission: Admission | undefined,
  { keyPlace }: Pick<PipelineDeps, "keyPlace">,
): Failure {
  const isRefused = admission !== undefined && !admission.allowed;
  const retryAfterSeconds = isRefused ? admission.retryAfterSeconds : fault.facts.retryAfterSeconds;
  return {
    fault: keyPlace !== undefined && asksForKey(fault) ? withAdvice(fault, keyPlace) : fault,
    ...(admission !== undefined && { limits: admission.limits }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Whether other credentials would have admitted the caller. */
function asksForKey({ reason, facts }: Fault): boolean {
  if (reason === "PERMISSION_DENIED") return facts.requiredPermission !== undefined;
  return reason === "AUTHENTICATION_REQUIRED" || reason === "INVALID_API_KEY";
}

function withAdvice({ reason, message, facts }: Fault, advice: string): Fault {
  return new Fault(reason, `${message} ${advice}`, facts);
}

/** Whether an error only means that the caller has gone. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Returns the fault of a caller who has reached a limit of its plan. */
export function tooMany({ exceeded, retryAfterSeconds }: Admission & { allowed: false }, { plan }: Principal): Fault {
  const message = `The plan ${plan.name} allows ${exceeded}; try again in ${retryAfterSeconds} s.`;
  return new Fault("RATE_LIMIT_EXCEEDED", message);
}
