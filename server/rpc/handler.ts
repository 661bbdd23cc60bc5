import {
  type DescMessage,
  type DescMethodStreaming,
  type DescMethodUnary,
  type DescService,
  getOption,
  type Message,
} from "@bufbuild/protobuf";
import { unexpected, Reason as WireReason } from "#contract/fault/v1/fault_pb.js";
import { Fault, type Reason } from "../core/fault.ts";
import type { Codec, Encoded } from "./codec/codec.ts";
import { compileReceivedValue, type ReceivedValue } from "./errors/received-value.ts";
import { type AnyOperation, executedOnce, type Idempotency } from "./idempotency/idempotency.ts";
import type { Terms } from "./terms/terms.ts";
import { compileUuids } from "./uuids.ts";
import { type Issue, phases } from "./validation/issue.ts";
import { compileValidator, type Validator } from "./validation/validate.ts";

/** A service, and its operations by the local names of its methods. */
export interface ServiceTable {
  readonly service: DescService;
  readonly operations: { readonly [name: string]: AnyOperation };
  /** Whether its operations are pure functions of their requests, so that worker threads can run them. */
  readonly isPure?: boolean;
  /**
   * Access to a service of a published protocol, whose .proto file is not ours and declares no permission: anyone may
   * call it.
   */
  readonly publicAccess?: PublicAccess;
  /** Bounds of its streams; a service without streams has none. */
  readonly streams?: StreamBounds;
}

export interface PublicAccess {
  /** Whether calls count against their caller's plan. If not, credentials are not read. */
  readonly isLimited: boolean;
}

/** Bounds of the streams of a service, in each process. */
export interface StreamBounds {
  readonly concurrentMax: number;
  readonly perNetworkMax: number;
  /** Requests on one stream. */
  readonly requestsMax: number;
  readonly requestBytesMax: number;
  /** Time without a request or an answer after which a stream is ended; absent: no limit. */
  readonly idleMs?: number;
}

/**
 * Handles a call whose caller is permitted: reads, validates, operates, writes. The context is passed to the operation,
 * unless that is pure. The check runs on the decoded message and may throw.
 */
export type Handler = (
  codec: Codec,
  body: Uint8Array,
  parameters: readonly string[],
  context: unknown,
  check?: (message: Message) => void,
) => Encoded | Promise<Encoded>;

/** Execution of calls with an idempotency key. */
export interface Keys {
  readonly terms: Terms;
  readonly idempotency: Idempotency | undefined;
}

/**
 * Compiles the handler of a method. Without idempotency, calls with a key are executed like any other.
 *
 * @throws Error for a method without an operation, or with a rule that cannot be enforced
 */
export function compileHandler(
  method: DescMethodUnary,
  { operations }: ServiceTable,
  { terms, idempotency }: Partial<Keys> = {},
): Handler {
  const declared = operations[method.localName];
  if (declared === undefined) throw new Error(`${method.toString()} has no operation`);
  const operation =
    terms === undefined || idempotency === undefined ? declared : executedOnce(method, terms, declared, idempotency);
  const { input } = method;
  const readUuids = compileUuids(input);
  const validate = compileValidator(input);
  const received = compileReceivedValue(input);
  return (codec, body, parameters, context, check) => {
    const { message, issues: unread } = codec.read(body, parameters);
    const issues = readUuids === undefined ? unread : [...unread];
    readUuids?.(message, "", issues as Issue[]);
    check?.(message);
    const refuse = (error: unknown): never => {
      throw withReceivedValue(error, message, received);
    };
    try {
      refuseIssues(message, issues, input, validate);
      const answer: unknown = operation(message, context);
      if (!(answer instanceof Promise)) return codec.write(answer as object);
      return answer.then((value) => codec.write(value), refuse);
    } catch (error) {
      return refuse(error);
    }
  };
}

/** Adds to a fault the value that the request has for its parameter; returns any other error unchanged. */
function withReceivedValue(error: unknown, message: Message, received: ReceivedValue): unknown {
  if (!(error instanceof Fault) || error.facts.parameter === undefined) return error;
  const provided = received(message, error.facts.parameter, error.facts.provided);
  return new Fault(error.reason, error.message, { ...error.facts, provided }, { cause: error.cause });
}

/** Returns the unary methods of a service. */
export function unaryMethods(service: DescService): DescMethodUnary[] {
  return service.methods.filter((method): method is DescMethodUnary => method.methodKind === "unary");
}

/** Returns the other methods of a service. */
export function streamingMethods(service: DescService): DescMethodStreaming[] {
  return service.methods.filter((method): method is DescMethodStreaming => method.methodKind !== "unary");
}

/** Returns the reason that the contract declares for a service's unexpected errors. */
export function unexpectedReason(service: DescService): Reason {
  return WireReason[getOption(service, unexpected)] as Reason;
}

/** Throws the first issue: by phase, then in the order of the contract's fields. */
export function refuseIssues(
  message: Message,
  readIssues: readonly Issue[],
  input: DescMessage,
  validate: Validator | undefined,
): void {
  const ruleIssues: Issue[] = [];
  validate?.(message, "", ruleIssues);
  if (readIssues.length + ruleIssues.length === 0) return;
  // A member that could not be read is absent from the message, but not from the request.
  const wasSent = (issue: Issue) =>
    readIssues.some(({ path }) => isWithin(path, issue.path) || isWithin(issue.path, path));
  const issues = [...readIssues, ...ruleIssues.filter((issue) => issue.phase !== phases.presence || !wasSent(issue))];
  const rank = (issue: Issue) => issue.phase * 1000 + fieldIndex(input, issue.path);
  const first = issues.reduce((least, issue) => (rank(issue) < rank(least) ? issue : least));
  throw new Fault(first.phase === phases.presence ? "PARAMETER_REQUIRED" : "PARAMETER_INVALID", first.message, {
    parameter: first.path === "" ? "body" : first.path,
    provided: first.provided,
    ...(first.validRange && { validRange: first.validRange }),
  });
}

/** Whether a path equals the other one or lies within it. */
function isWithin(path: string, outer: string): boolean {
  return outer === "" || path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** Returns the index of the field that a path begins with: -1 for the request as a whole, the last for an unknown name. */
function fieldIndex(message: DescMessage, path: string): number {
  if (path === "") return -1;
  const index = message.fields.findIndex((field) => field.name === path.split(/[.[]/, 1)[0]);
  return index === -1 ? message.fields.length : index;
}
