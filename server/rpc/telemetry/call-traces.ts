import type { DescMethod } from "@bufbuild/protobuf";
import type { Logger } from "pino";
import type { Reason } from "../../core/fault.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { scopeOf } from "../../core/tracing/scope.ts";
import type { SpanDescription, Tracer } from "../../core/tracing/span.ts";
import { readTraceContext, type TraceContext } from "../../core/tracing/trace-context.ts";
import { faultTable } from "../errors/faults.ts";
import type { Observation, PresentObservation } from "../pipeline.ts";
import type { BegunCall, CallTraces, TracedCall } from "../traced-call.ts";

export interface CallTracesDeps {
  /** Absent: no spans are recorded. */
  readonly tracer?: Tracer | undefined;
  /** Called with each call whose context is broken; absent: they are told elsewhere. */
  readonly onBroken?: (call: BegunCall) => void;
}

const told =
  "a caller sends a traceparent or a tracestate that is none of W3C Trace Context; calls are executed without what is broken, " +
  "which is counted in platonic.traces.broken_contexts; this is logged once";

/** A tracestate with at least one member. */
const hasMember = /[^ \t,]/;

/**
 * Reads the trace contexts of callers, and describes the spans of calls and streams by the semantic conventions of RPC,
 * and of HTTP over REST. A broken context has no effect on its call.
 */
export function createCallTraces({ tracer, onBroken }: CallTracesDeps): CallTraces & {
  readonly observe: (observation: PresentObservation) => void;
} {
  return {
    begin(call) {
      const { context, isBroken } = contextOf(call);
      if (isBroken) onBroken?.(call);
      const span = tracer?.begin(context, () => descriptionOf(call));
      if (span !== undefined) return scopeOf(span);
      return context && { traceId: context.traceId, isOver: false };
    },
    observe({ scope, call, principal, reason }) {
      const span = scope?.span;
      if (span === undefined) return;
      const result: Record<string, string | number> = { "rpc.response.status_code": reason };
      if (reason !== "OK") result["error.type"] = reason;
      if (call.protocol === "rest" && reason !== "REFUSED") result["http.response.status_code"] = statusOf(reason);
      if (principal !== undefined) result["enduser.id"] = principal.id;
      span.set(result);
      if (isServerError(reason)) span.fail();
    },
  };
}

/** Tells of broken contexts: the first is logged, without its text, and each is counted. */
export function brokenContexts(metrics: Metrics, log: Logger): (call: BegunCall) => void {
  let broken = 0;
  const help = "Trace contexts of callers that could not be read";
  metrics.counter({ name: "platonic.traces.broken_contexts", help, unit: "{context}" }, () => broken);
  return ({ requestId, protocol }) => {
    broken++;
    if (broken === 1) log.warn({ requestId, protocol }, told);
  };
}

/** Reads the context of a caller, without what of it is broken. */
export function contextOf({ traceparent, tracestate }: TracedCall): {
  readonly context: TraceContext | undefined;
  readonly isBroken: boolean;
} {
  if (traceparent === undefined) return { context: undefined, isBroken: false };
  const context = readTraceContext(traceparent, tracestate);
  const isStateBroken = context?.state === "" && tracestate !== undefined && hasMember.test(tracestate);
  return { context, isBroken: context === undefined || isStateBroken };
}

function descriptionOf({ method, protocol, route, requestId }: BegunCall): SpanDescription {
  const name = nameOf(method);
  const common = { "rpc.system.name": protocol, "rpc.method": name, "platonic.request.id": requestId };
  if (route === undefined) return { name, kind: "server", attributes: common };
  const { verb, path } = route;
  return { name, kind: "server", attributes: { ...common, "http.request.method": verb, "http.route": path } };
}

function nameOf(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}

function statusOf(reason: Reason | "OK"): number {
  return reason === "OK" ? 200 : faultTable[reason].status;
}

/** Codes of gRPC that are failures of the service, and not of its caller, by the semantic conventions. */
const serverErrors: ReadonlySet<number> = new Set([2, 4, 12, 13, 14, 15]);

function isServerError(reason: Observation["reason"]): boolean {
  return reason !== "OK" && reason !== "REFUSED" && serverErrors.has(faultTable[reason].rpcCode);
}
