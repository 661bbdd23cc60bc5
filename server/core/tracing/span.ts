import type { TraceContext } from "./trace-context.ts";

/** Facts about a span, by the names of OpenTelemetry's conventions. They hold no payload, credential or text of a caller. */
export type Attributes = Readonly<Record<string, string | number>>;

export type SpanKind = "internal" | "server" | "client";

export interface SpanDescription {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

/** A span that has ended. It is plain data, which threads can send to each other. */
export interface RecordedSpan {
  readonly context: TraceContext;
  /** Undefined: the span begins a trace. */
  readonly parent: TraceContext | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with their fraction. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** Places in this or other traces without which there would be no such span. */
  readonly links: readonly TraceContext[];
  /** Whether what the span stands for has failed. */
  readonly hasFailed: boolean;
}

/** A sampled span. After its end nothing changes it. */
export interface Span {
  readonly context: TraceContext;
  set(attributes: Attributes): void;
  link(to: TraceContext): void;
  fail(): void;
  end(): void;
  /** Begins a span within this one. */
  child(description: SpanDescription): Span;
  /** Begins a trace of its own, for work that this span shares with others. */
  root(description: SpanDescription): Span;
}

/** Port: begins spans. */
export interface Tracer {
  /**
   * Begins a span in the trace of another service, or in a new one; undefined unless it is sampled. The description is
   * made only for a sampled span.
   */
  begin(parent: TraceContext | undefined, describe: () => SpanDescription): Span | undefined;
}
