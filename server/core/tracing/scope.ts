import { AsyncLocalStorage } from "node:async_hooks";
import { Fault } from "../fault.ts";
import type { Attributes, Span, SpanDescription, Tracer } from "./span.ts";
import type { TraceContext } from "./trace-context.ts";

/** A place in a trace, as a line of the log names it. */
export interface NamedPlace {
  readonly traceId: string;
  readonly span?: { readonly context: Pick<TraceContext, "spanId"> } | undefined;
}

/** Work that belongs to a trace, such as a call. */
export interface Scope extends NamedPlace {
  /** Span of the work; undefined if the trace is not recorded here. */
  readonly span?: Span | undefined;
  /** Whether the work has ended; what still runs then, such as a timer, is no part of it. */
  isOver: boolean;
}

const storage = new AsyncLocalStorage<Scope | undefined>();

/** Returns the scope of the work that is running; undefined if it belongs to no trace. */
export function currentScope(): Scope | undefined {
  const scope = storage.getStore();
  return scope === undefined || scope.isOver ? undefined : scope;
}

/** Runs work, and all that it begins, in a scope; undefined: in none. */
export function withinScope<Result>(scope: Scope | undefined, work: () => Result): Result {
  return storage.run(scope, work);
}

/** Ends a scope with the work that it is for. */
export function endScope(scope: Scope): void {
  scope.isOver = true;
  scope.span?.end();
}

/** Returns the scope of a span. */
export function scopeOf(span: Span): Scope {
  return { traceId: span.context.traceId, span, isOver: false };
}

/** Returns the scope of what comes after a call, such as a line of the log about it; undefined if no trace of the call is known. */
export function namedScope(traceId: string | undefined): Scope | undefined {
  return traceId === undefined ? undefined : { traceId, isOver: false };
}

/**
 * Does work within a span of its own, if the work that is running has one. With a tracer, work that belongs to no trace
 * may begin one. A failure of the work marks the span, and is passed on.
 */
export function inSpan<Result>(
  description: SpanDescription,
  work: () => Promise<Result>,
  tracer?: Tracer,
): Promise<Result> {
  const running = currentScope();
  const span = running === undefined ? tracer?.begin(undefined, () => description) : running.span?.child(description);
  return span === undefined ? work() : recorded(span, work);
}

/**
 * Does work that often ends at once, such as finding a value in a cache. Only work that takes longer has a span, within
 * that of the work that is running.
 */
export function inSpanIfLonger<Result>(
  description: SpanDescription,
  work: () => Result | Promise<Result>,
): Result | Promise<Result> {
  const span = currentScope()?.span?.child(description);
  if (span === undefined) return work();
  const scope = scopeOf(span);
  const result = withinScope(scope, work);
  if (result instanceof Promise) return ended(scope, span, () => result);
  scope.isOver = true;
  return result;
}

/** Does work within a span that has begun, and ends the span with it. */
export function recorded<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  const scope = scopeOf(span);
  return ended(scope, span, () => withinScope(scope, work));
}

/** Ends a scope with its work. A failure of the work marks the span. */
async function ended<Result>(scope: Scope, span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    span.set(failureOf(error));
    span.fail();
    throw error;
  } finally {
    endScope(scope);
  }
}

/** Returns the kind of an error, without its message: that may hold values of a caller. */
function failureOf(error: unknown): Attributes {
  if (error instanceof Fault) return { "error.type": error.reason };
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  const word = [code, name].find((one) => typeof one === "string" && /^\w{1,64}$/.test(one));
  return { "error.type": typeof word === "string" ? word : "_OTHER" };
}

/** Returns the members of a log line that name a place in a trace, as OpenTelemetry calls them. */
export function traceMembers(scope: NamedPlace | undefined): { trace_id?: string; span_id?: string } {
  if (scope === undefined) return {};
  const { traceId, span } = scope;
  return span === undefined ? { trace_id: traceId } : { trace_id: traceId, span_id: span.context.spanId };
}
