/** Sets OpenTelemetry up as its SDK does in Node. */
import { type ContextManager, context, propagation, ROOT_CONTEXT } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { AsynchronousContexts } from "./asynchronous-contexts.ts";

context.setGlobalContextManager(new AsynchronousContexts() as object as ContextManager);
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

/** Does work in the span that these headers name. */
export function inSpan<Result>(headers: Readonly<Record<string, string>>, work: () => Result): Result {
  return context.with(propagation.extract(ROOT_CONTEXT, headers), work);
}
