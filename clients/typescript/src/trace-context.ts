/** Headers of W3C Trace Context. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Does work in the trace context in which it was made. */
export type InContext = <Result>(work: () => Result) => Result;

/** Registry that all copies of the API of OpenTelemetry in a program share. Members that are not set up are absent. */
interface OpenTelemetry {
  readonly context?: { active(): unknown; with<Result>(context: unknown, work: () => Result): Result };
  readonly propagation?: { inject(context: unknown, headers: Headers, setter: typeof headerSetter): void };
  readonly diag?: { error(text: string, cause: unknown): void };
}

/** Read instead of imported: a bundler would look for a package that the program need not have. */
const registration = Symbol.for("opentelemetry.js.api.1");
const headerSetter = { set: (headers: Headers, name: string, value: string) => headers.set(name, value) };
/** Version, trace, span and flags. */
const traceparentForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
/** Printable ASCII of the length that everybody passes on. */
const tracestateForm = /^[ -~]{1,512}$/;

function registered(): OpenTelemetry {
  return (globalThis as { readonly [registration]?: OpenTelemetry })[registration] ?? {};
}

/** Returns the headers of the caller's trace; undefined if it is in none. A propagator that fails has none. */
export function traceHeaders(): TraceHeaders | undefined {
  const { context, propagation, diag } = registered();
  if (context === undefined || propagation === undefined) return undefined;
  const headers = new Headers();
  try {
    propagation.inject(context.active(), headers, headerSetter);
  } catch (error) {
    diag?.error("platonic-client sends no trace context", error);
    return undefined;
  }
  // Others, such as baggage, are not meant for this service.
  return headersOf(headers);
}

/** Returns those of the headers that are a trace. */
export function headersOf(headers: Headers): TraceHeaders | undefined {
  const traceparent = headers.get("traceparent") ?? "";
  const tracestate = headers.get("tracestate") ?? "";
  if (!traceparentForm.test(traceparent)) return undefined;
  return { traceparent, ...(tracestateForm.test(tracestate) && { tracestate }) };
}

/** Returns a function that does work in the trace context of now, whenever that is. */
export function keepContext(): InContext {
  const { context } = registered();
  if (context === undefined) return (work) => work();
  const now = context.active();
  return (work) => context.with(now, work);
}

/** Returns the headers with those of the caller's trace, unless he gives some, or the instrumentation of this `fetch` adds them. */
export function withTrace(
  given: ConstructorParameters<typeof Headers>[0],
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Headers {
  const headers = new Headers(given);
  if (headers.has("traceparent") || isInstrumented(fetch)) return headers;
  for (const [name, value] of Object.entries(traceHeaders() ?? {})) headers.set(name, value);
  return headers;
}

interface Node {
  getBuiltinModule?(name: string): { hasSubscribers(channel: string): boolean };
}

/**
 * Whether something listens to the requests of the `fetch` of Node. The instrumentation of OpenTelemetry does, and appends its headers to
 * those that there are: two `traceparent` are none.
 */
function isInstrumented(fetch: typeof globalThis.fetch): boolean {
  const { process } = globalThis as { readonly process?: Node };
  const diagnostics = fetch === globalThis.fetch && process?.getBuiltinModule?.("node:diagnostics_channel");
  return diagnostics ? diagnostics.hasSubscribers("undici:request:create") : false;
}
