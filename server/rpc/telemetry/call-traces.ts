import type { Logger } from "pino";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { readTraceContext } from "../../core/tracing/trace-context.ts";
import type { CallTraces } from "../traced-call.ts";

const told =
  "a caller sends a traceparent that is no W3C Trace Context; such calls are executed without it, and counted in " +
  "platonic.traces.broken_contexts; this is logged once";

/**
 * Reads the trace contexts of callers. A broken one has no effect on its call: the first is logged, without its text,
 * and each is counted.
 */
export function createCallTraces({ metrics, log }: { readonly metrics: Metrics; readonly log: Logger }): CallTraces {
  let broken = 0;
  const help = "Trace contexts of callers that could not be read";
  metrics.counter({ name: "platonic.traces.broken_contexts", help, unit: "{context}" }, () => broken);
  return {
    begin({ traceparent, tracestate, requestId, protocol }) {
      if (traceparent === undefined) return undefined;
      const context = readTraceContext(traceparent, tracestate);
      if (context !== undefined) return { traceId: context.traceId, isOver: false };
      broken++;
      if (broken === 1) log.warn({ requestId, protocol }, told);
      return undefined;
    },
  };
}
