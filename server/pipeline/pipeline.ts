import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type DescService,
  getOption,
  type Message,
} from "@bufbuild/protobuf";
import { permission as permissionOption } from "../../gen/es/access/v1/access_pb.js";
import { unexpected, Reason as WireReason } from "../../gen/es/fault/v1/fault_pb.js";
import { holdsPermission, type Principal } from "../domain/access/principal.ts";
import { Fault, type Reason } from "../domain/fault.ts";
import { type Answer, type Call, DoorRefusal, type Failure, type RateLimits } from "./call.ts";
import { type Issue, phases } from "./issue.ts";
import { compileValidator, type Validator } from "./validate.ts";

/** Port: who is calling. Throws a Fault when that cannot be told. */
export type Authenticate = (authorization: string | undefined) => Principal | Promise<Principal>;

/** Port: whether a caller may go on now. */
export interface Limiter {
  admit(principal: Principal): Admission | Promise<Admission>;
}

export type Admission =
  | { readonly allowed: true; readonly limits: RateLimits; release(): void }
  | { readonly allowed: false; readonly limits: RateLimits; readonly retryAfterSeconds: number };

/** A service and its operations by the local names of its methods. */
export interface ServiceTable {
  readonly service: DescService;
  readonly operations: { readonly [name: string]: AnyOperation };
}

// biome-ignore lint/suspicious/noExplicitAny: the tables are checked where they are written, by Operations<Service>.
type AnyOperation = (request: any, context: { principal: Principal; signal?: AbortSignal | undefined }) => any;

/** What became of a call, for the log. Never its payload or credentials. */
export interface Observation {
  readonly call: Call;
  readonly principalId: string | undefined;
  readonly durationMs: number;
  readonly reason: Reason | "OK" | "REFUSED";
  /** The cause of a bug. */
  readonly cause?: unknown;
}

export interface PipelineParts {
  readonly tables: readonly ServiceTable[];
  readonly authenticate: Authenticate;
  readonly limiter: Limiter;
  readonly observe: (observation: Observation) => void;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
}

/** The one way that every call takes, whichever door it came in by. */
export interface Pipeline {
  readonly services: readonly DescService[];
  answer(call: Call): Promise<Answer>;
}

interface Route {
  readonly permission: string;
  readonly validate: Validator | undefined;
  readonly operation: AnyOperation;
  readonly input: DescMessage;
  readonly output: DescMessage;
  readonly unexpected: Reason;
}

/**
 * Composes the pipeline: authenticate, admit, permit, read, validate, operate. A method without a permission, or with
 * a rule that cannot be enforced, is refused here, when the server starts.
 */
export function createPipeline(parts: PipelineParts): Pipeline {
  const routes = new Map<DescMethodUnary, Route>();
  for (const table of parts.tables) {
    for (const method of unaryMethods(table.service)) routes.set(method, compileRoute(method, table));
  }
  return {
    services: parts.tables.map((table) => table.service),
    answer: (call) => answer(call, routes.get(call.method) as Route, parts),
  };
}

/** The methods of a service, all of which must be unary. */
export function unaryMethods(service: DescService): DescMethodUnary[] {
  return service.methods.map((method) => {
    if (method.methodKind !== "unary") throw new Error(`${method.toString()} is not unary`);
    return method as DescMethodUnary;
  });
}

function compileRoute(method: DescMethodUnary, table: ServiceTable): Route {
  const permission = getOption(method, permissionOption);
  const operation = table.operations[method.localName];
  if (permission === "") throw new Error(`${method.toString()} declares no permission`);
  if (operation === undefined) throw new Error(`${method.toString()} has no operation`);
  return {
    permission,
    operation,
    validate: compileValidator(method.input),
    input: method.input,
    output: method.output,
    unexpected: reasonOfBugs(table.service),
  };
}

/** The reason by which the contract lets a service answer its own bugs. */
function reasonOfBugs(service: DescService): Reason {
  return WireReason[getOption(service, unexpected)] as Reason;
}

/** What is answered in place of a bug: nothing of its cause. */
export function bugFault(reason: Reason): Fault {
  return new Fault(reason, "The service failed; its log holds the cause under the correlation id.");
}

async function answer(call: Call, route: Route, parts: PipelineParts): Promise<Answer> {
  const startedMs = parts.now();
  let principal: Principal | undefined;
  let admission: Admission | undefined;
  let reason: Observation["reason"] = "OK";
  let cause: unknown;
  try {
    // Most callers are known already: a turn of the event loop is saved wherever there is nothing to wait for.
    const known = parts.authenticate(call.authorization);
    principal = known instanceof Promise ? await known : known;
    const admitted = parts.limiter.admit(principal);
    admission = admitted instanceof Promise ? await admitted : admitted;
    if (!admission.allowed) throw tooMany(admission);
    if (!holdsPermission(principal.permissions, route.permission)) throw notPermitted(route.permission);
    const reading = await call.read();
    refuseIssues(reading.message, reading.issues, route);
    const result = route.operation(reading.message, new CallContext(principal, call));
    const message = create(route.output, result instanceof Promise ? await result : result);
    return { message, limits: admission.limits };
  } catch (error) {
    if (error instanceof DoorRefusal || isAbort(error)) {
      reason = "REFUSED";
      throw error instanceof DoorRefusal ? error : new DoorRefusal("nobody waits for the answer", { cause: error });
    }
    const isKnown = error instanceof Fault && error.reason !== "INTERNAL";
    if (!isKnown) cause = error;
    const fault = isKnown ? error : bugFault(route.unexpected);
    reason = fault.reason;
    return failure(fault, admission);
  } finally {
    if (admission?.allowed) admission.release();
    parts.observe({ call, principalId: principal?.id, durationMs: parts.now() - startedMs, reason, cause });
  }
}

/** What an operation is told. The signal is the call's own, which is made only for operations that ask. */
class CallContext {
  readonly principal: Principal;
  readonly #call: Call;

  constructor(principal: Principal, call: Call) {
    this.principal = principal;
    this.#call = call;
  }

  get signal(): AbortSignal | undefined {
    return this.#call.signal;
  }
}

function failure(fault: Fault, admission: Admission | undefined): Failure {
  if (admission === undefined) return { fault };
  if (admission.allowed) return { fault, limits: admission.limits };
  return { fault, limits: admission.limits, retryAfterSeconds: admission.retryAfterSeconds };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function tooMany(admission: Admission & { allowed: false }): Fault {
  return new Fault(
    "RATE_LIMIT_EXCEEDED",
    `The plan allows ${admission.limits.limit} calls a minute and a number at once; try again in ${admission.retryAfterSeconds} s.`,
  );
}

function notPermitted(permission: string): Fault {
  return new Fault("PERMISSION_DENIED", `These credentials lack the permission ${permission}.`, {
    requiredPermission: permission,
  });
}

/** Throws the first problem: by kind, then in the order of the contract's fields. */
function refuseIssues(message: Message, formIssues: readonly Issue[], route: Route): void {
  const ruleIssues: Issue[] = [];
  route.validate?.(message, "", ruleIssues);
  if (formIssues.length + ruleIssues.length === 0) return;
  // What could not be read is absent from the message, but not from the request.
  const wasSent = (issue: Issue) =>
    formIssues.some(({ path }) => isWithin(path, issue.path) || isWithin(issue.path, path));
  const issues = [...formIssues, ...ruleIssues.filter((issue) => issue.phase !== phases.presence || !wasSent(issue))];
  const rank = (issue: Issue) => issue.phase * 1000 + fieldIndex(route.input, issue.path);
  const first = issues.reduce((least, issue) => (rank(issue) < rank(least) ? issue : least));
  throw new Fault(first.phase === phases.presence ? "PARAMETER_REQUIRED" : "PARAMETER_INVALID", first.message, {
    parameter: first.path === "" ? "body" : first.path,
    provided: first.provided,
    ...(first.validRange && { validRange: first.validRange }),
  });
}

/** Whether a path is the other one or leads into what is there. */
function isWithin(path: string, outer: string): boolean {
  return outer === "" || path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** The place among its message's fields of the field that a path begins with; -1 for the request as a whole. */
function fieldIndex(message: DescMessage, path: string): number {
  return message.fields.findIndex((field) => field.name === path.split(/[.[]/, 1)[0]);
}
