import type { Logger } from "pino";
import { namedScope, withinScope } from "../../core/tracing/scope.ts";
import { readTraceContext } from "../../core/tracing/trace-context.ts";
import type { BegunCall } from "../traced-call.ts";

/** Names a request in the log, and the trace that its caller gave it. */
export type NamedRequest = Pick<BegunCall, "requestId" | "traceparent">;

/** Called with errors outside of the steps of a call. */
export type OnBug = (error: unknown, request: NamedRequest) => void;

/** Returns a function that tells the log of such an error, in the trace of the request, as a line of the call would. */
export function bugLine(log: Pick<Logger, "error">, message: string): OnBug {
  return (err, { requestId, traceparent = "" }) =>
    withinScope(namedScope(readTraceContext(traceparent)?.traceId), () => log.error({ requestId, err }, message));
}
