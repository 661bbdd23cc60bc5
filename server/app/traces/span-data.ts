import { type Link, type SpanContext, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import manifest from "../../../package.json" with { type: "json" };
import { serviceVersion } from "../../core/service-version.ts";
import type { RecordedSpan } from "../../core/tracing/span.ts";
import type { TraceContext } from "../../core/tracing/trace-context.ts";
import { timeOf } from "../telemetry/time.ts";

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };
const instrumentationScope = { name: manifest.name, version: serviceVersion };

/** Returns a span in the form that exporters of OpenTelemetry send. */
export function spanData(span: RecordedSpan, resource: Resource): ReadableSpan {
  const { name, kind, context, parent, startMs, endMs, attributes, links, hasFailed } = span;
  const spanContext = contextOf(context);
  return {
    name,
    kind: kinds[kind],
    spanContext: () => spanContext,
    ...(parent !== undefined && { parentSpanContext: contextOf(parent) }),
    startTime: timeOf(startMs),
    endTime: timeOf(endMs),
    duration: timeOf(Math.max(0, endMs - startMs)),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: links.map((link): Link => ({ context: contextOf(link) })),
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf({ traceId, spanId, isSampled, state }: TraceContext): SpanContext {
  const traceState = state === "" ? undefined : stateOf(state);
  return { traceId, spanId, traceFlags: isSampled ? 1 : 0, ...(traceState !== undefined && { traceState }) };
}

/** Returns a state that is sent as it was received: nobody here changes it. */
function stateOf(text: string): NonNullable<SpanContext["traceState"]> {
  const state = {
    get: (key: string) =>
      text
        .split(",")
        .find((one) => one.startsWith(`${key}=`))
        ?.slice(key.length + 1),
    set: () => state,
    unset: () => state,
    serialize: () => text,
  };
  return state;
}
