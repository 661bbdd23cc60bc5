import { randomFillSync } from "node:crypto";
import { createSampler, type SamplerSettings } from "./sampler.ts";
import type { Attributes, RecordedSpan, Span, SpanDescription, SpanKind, Tracer } from "./span.ts";
import type { TraceContext } from "./trace-context.ts";

/** Receives spans when they have ended. It must not throw. */
export type RecordSpan = (span: RecordedSpan) => void;

/** Creates the tracer of a thread. */
export function createTracer(settings: SamplerSettings, record: RecordSpan): Tracer {
  const isSampled = createSampler(settings);
  return {
    begin(parent, describe) {
      const traceId = parent?.traceId ?? newId(traceIdBytes);
      if (!isSampled(traceId, parent)) return undefined;
      return new OpenSpan({ traceId, state: parent?.state ?? "" }, parent, describe(), record);
    },
  };
}

/** Most links of a span, as by default in OpenTelemetry. */
const linksMax = 128;

type Trace = Pick<TraceContext, "traceId" | "state">;

class OpenSpan implements Span {
  readonly #trace: Trace;
  #context: TraceContext | undefined;
  readonly #parent: TraceContext | undefined;
  readonly #name: string;
  readonly #kind: SpanKind;
  readonly #record: RecordSpan;
  readonly #startMs = nowMs();
  readonly #attributes: Record<string, string | number>;
  #links: TraceContext[] | undefined;
  #hasFailed = false;
  #isOver = false;

  constructor(trace: Trace, parent: TraceContext | undefined, description: SpanDescription, record: RecordSpan) {
    this.#trace = trace;
    this.#parent = parent;
    this.#name = description.name;
    this.#kind = description.kind;
    this.#attributes = { ...description.attributes };
    this.#record = record;
  }

  /** Made when it is needed: a span of work that ends at once is never told, and needs no id. */
  get context(): TraceContext {
    const { traceId, state } = this.#trace;
    this.#context ??= { traceId, spanId: newId(spanIdBytes), isSampled: true, state };
    return this.#context;
  }

  set(attributes: Attributes): void {
    Object.assign(this.#attributes, attributes);
  }

  link(to: TraceContext): void {
    this.#links ??= [];
    if (this.#links.length < linksMax) this.#links.push(to);
  }

  fail(): void {
    this.#hasFailed = true;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#record({
      context: this.context,
      parent: this.#parent,
      name: this.#name,
      kind: this.#kind,
      startMs: this.#startMs,
      endMs: nowMs(),
      attributes: this.#attributes,
      links: this.#links ?? [],
      hasFailed: this.#hasFailed,
    });
  }

  child(description: SpanDescription): Span {
    return new OpenSpan(this.#trace, this.context, description, this.#record);
  }

  root(description: SpanDescription): Span {
    return new OpenSpan({ traceId: newId(traceIdBytes), state: "" }, undefined, description, this.#record);
  }
}

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

const traceIdBytes = 16;
const spanIdBytes = 8;
/** Random bytes, filled many at once: a call of the system for each id would cost more than the rest of a span. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function newId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString("hex", used, used + bytes);
  used += bytes;
  return id;
}
