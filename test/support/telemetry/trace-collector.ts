import { onTestFinished } from "vitest";
import { until } from "../until.ts";
import { openReceiver } from "./otlp-receivers.ts";

/** A span as a collector receives it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

/** Settings with which a service exports each of its spans at once. */
export function exportingTo(url: string): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
    OTEL_BSP_SCHEDULE_DELAY: "1",
  };
}

/** Starts a collector of traces for one test. */
export async function startCollector(answer?: { status: number }): Promise<Collector> {
  const collector = await openCollector(answer);
  onTestFinished(collector.close);
  return collector;
}

export type Collector = Awaited<ReturnType<typeof openCollector>>;

/** Starts a collector of traces over OTLP until it is closed. It answers with a status, and reads spans in JSON. */
export async function openCollector(answer: { status: number } = { status: 200 }) {
  const { url, received, close } = await openReceiver(answer);
  const spans = () =>
    answer.status === 200
      ? received.flatMap(({ path, headers, body }) =>
          path === "/v1/traces" && headers["content-type"] === "application/json" ? spansIn(body.toString()) : [],
        )
      : [];
  /** Waits for a span that a condition holds for. */
  const spanWith = async (isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan> => {
    await until(() => spans().some(isWanted));
    return spans().find(isWanted) as CollectedSpan;
  };
  return {
    url,
    received,
    close,
    /** The spans that have come. */
    get spans() {
      return spans();
    },
    /** Texts of the requests. */
    get bodies() {
      return received.map(({ body }) => body.toString());
    },
    spanWith,
    /** Waits for the span of a call. */
    callSpan: (requestId: string) => spanWith(({ attributes }) => attributes["platonic.request.id"] === requestId),
  };
}

/** The members of OTLP's JSON that tests read. */
interface WireTraces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[] }[];
}

interface WireSpan extends Omit<CollectedSpan, "attributes" | "links"> {
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
  }[];
  readonly links?: CollectedSpan["links"];
}

function spansIn(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as WireTraces;
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(toSpan)));
}

function toSpan({ attributes, links = [], ...span }: WireSpan): CollectedSpan {
  const values = attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const);
  return { ...span, attributes: Object.fromEntries(values), links };
}
