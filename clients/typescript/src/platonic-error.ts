import { Code, ConnectError } from "@connectrpc/connect";
import type { Error as ChannelErrorMessage } from "#contract/channel/v1/channel_pb.js";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";

/**
 * Reason of a failed call: one of the service; or UNREACHABLE without a response, TIMED_OUT after the timeout of the
 * caller, ABORTED by the caller's `signal`, UNKNOWN for a response that is not the service's own.
 */
export type FailureReason =
  | Exclude<keyof typeof Reason, "UNSPECIFIED">
  | "UNREACHABLE"
  | "TIMED_OUT"
  | "ABORTED"
  | "UNKNOWN";

/** Details of a failure. */
export interface FailureFacts {
  /** Path of the parameter at fault, such as `data[2]`. */
  readonly parameter?: string | undefined;
  /** Time to wait before the next attempt. */
  readonly retryAfterSeconds?: number | undefined;
  /** The request was sent more than once: another copy may have been processed. */
  readonly wasSentAgain?: boolean;
  /** The request was never sent, for example because no session could be opened. */
  readonly wasNotSent?: boolean;
}

/** Failure of a call over any transport. Programs switch on the reason, never on the text. */
export class PlatonicError extends Error {
  readonly reason: FailureReason;
  readonly parameter: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly wasSentAgain: boolean;
  readonly wasNotSent: boolean;

  constructor(reason: FailureReason, message: string, facts: FailureFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "PlatonicError";
    this.reason = reason;
    this.parameter = facts.parameter;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.wasSentAgain = facts.wasSentAgain ?? false;
    this.wasNotSent = facts.wasNotSent ?? false;
  }

  /** Converts the error of a call over Connect, gRPC-Web or gRPC. */
  static from(thrown: unknown): PlatonicError {
    if (thrown instanceof PlatonicError) return thrown;
    const error = ConnectError.from(thrown);
    // The cause may come from a transport of this package below that of Connect.
    if (error.cause instanceof PlatonicError) return error.cause;
    const detail = error.findDetails(FaultDetailSchema)[0];
    const options = { cause: thrown };
    const known = { retryAfterSeconds: secondsOf(error.metadata), wasSentAgain: sentAgain.has(error) };
    if (detail === undefined) return new PlatonicError(reasonOf(error), messageOf(error), known, options);
    const facts = { ...known, ...(detail.parameter !== "" && { parameter: detail.parameter }) };
    return new PlatonicError(nameOf(detail.reason), error.rawMessage, facts, options);
  }

  /** Converts the error of a call with a signal of its caller, which may have aborted it. */
  static ofCall(thrown: unknown, signal: AbortSignal | undefined): PlatonicError {
    return signal?.aborted && !(thrown instanceof PlatonicError) ? aborted(signal) : PlatonicError.from(thrown);
  }

  /** Converts the error of a call on the channel. */
  static fromChannel({ reason, message, parameter, retryAfter }: ChannelErrorMessage, wasSentAgain: boolean) {
    const facts = {
      wasSentAgain,
      ...(parameter !== "" && { parameter }),
      ...(retryAfter > 0 && { retryAfterSeconds: retryAfter / 1000 }),
    };
    return new PlatonicError(reason === Reason.UNSPECIFIED ? "TIMED_OUT" : nameOf(reason), message, facts);
  }
}

/** Failures of calls of which an earlier attempt had no answer. */
const sentAgain = new WeakSet<ConnectError>();

/** Returns the failure of a repetition as an error whose PlatonicError has `wasSentAgain`. */
export function failedAgain(thrown: unknown): ConnectError {
  const error = ConnectError.from(thrown);
  sentAgain.add(error);
  return error;
}

/** Returns the error of a call that its caller has aborted: TIMED_OUT by a signal such as `AbortSignal.timeout(ms)`. */
export function aborted({ reason: cause }: AbortSignal): PlatonicError {
  const isLate = isTimeout(cause);
  const text = isLate ? "the signal of the call has timed out" : "the call was aborted by its signal";
  return new PlatonicError(isLate ? "TIMED_OUT" : "ABORTED", text, {}, { cause });
}

/**
 * Returns the text of an error with what its causes add, such as which address refused the connection. What is no answer of the
 * service may have none.
 */
function messageOf({ rawMessage, code, cause }: ConnectError): string {
  let text = rawMessage || `the answer is not one of the service (${Code[code]}): is this its address?`;
  for (let below = cause; below instanceof Error; below = below.cause) {
    if (below.message !== "" && !text.includes(below.message)) text += `: ${below.message}`;
  }
  return text;
}

/** Longest wait that an answer asks for: 24 days. */
const secondsMax = 24 * 86_400;

/** Reads `Retry-After`: seconds, or a date as intermediaries may write, by the clock of whoever wrote it. */
function secondsOf(headers: Headers): number | undefined {
  const retryAfter = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Math.min(Number(retryAfter), secondsMax);
  const atMs = msOf(retryAfter);
  if (Number.isNaN(atMs)) return undefined;
  const writtenMs = msOf(headers.get("date") ?? "");
  const seconds = (atMs - (Number.isNaN(writtenMs) ? Date.now() : writtenMs)) / 1000;
  return Math.min(Math.max(0, seconds), secondsMax);
}

/** Reads a date of HTTP; NaN for anything else, of which `Date.parse` would make some date. */
function msOf(date: string): number {
  return /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/.test(date) ? Date.parse(date) : Number.NaN;
}

/** Maps a reason unknown to this version of the package to UNKNOWN. */
function nameOf(reason: Reason): FailureReason {
  const name = Reason[reason] as keyof typeof Reason | undefined;
  return name === undefined || name === "UNSPECIFIED" ? "UNKNOWN" : name;
}

function reasonOf(error: ConnectError): FailureReason {
  const { code, cause } = error;
  if (isEndOfStream(error)) return "UNREACHABLE";
  if (code === Code.DeadlineExceeded) return "TIMED_OUT";
  if (code === Code.Canceled) return isTimeout(cause) ? "TIMED_OUT" : "ABORTED";
  return answerless.has(code) ? "UNREACHABLE" : "UNKNOWN";
}

/** Codes of Connect for a missing response, or one from an intermediary; Aborted is that of a connection that was reset. */
const answerless: ReadonlySet<Code> = new Set([Code.Unavailable, Code.Unknown, Code.Internal, Code.Aborted]);

/** Whether the other side has ended a stream of HTTP/2, for which connect-node has codes of answers. */
function isEndOfStream({ rawMessage }: ConnectError): boolean {
  return /^http\/2 stream closed with error code /.test(rawMessage);
}

/** Whether it is the reason of a signal such as `AbortSignal.timeout(ms)`. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}
