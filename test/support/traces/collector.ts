import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { until } from "../until.ts";

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

/** Starts a collector of traces over OTLP with JSON, which answers with a status. */
export async function startCollector(answer: { status: number } = { status: 200 }) {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const requests: { readonly path: string | undefined; readonly token: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    requests.push({ path: request.url, token: request.headers["x-token"] });
    bodies.push(body);
    const isRead = request.url === "/v1/traces" && request.headers["content-type"] === "application/json";
    if (answer.status === 200 && isRead) spans.push(...spansIn(body));
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Waits for a span that a condition holds for. */
  const spanWith = async (isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan> => {
    await until(() => spans.some(isWanted));
    return spans.find(isWanted) as CollectedSpan;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    requests,
    spanWith,
    /** Waits for the span of a call. */
    callSpan: (requestId: string) => spanWith(({ attributes }) => attributes["platonic.request.id"] === requestId),
  };
}

type WireValue = { readonly stringValue?: string; readonly intValue?: number | string };

function spansIn(body: string): CollectedSpan[] {
  // biome-ignore lint/suspicious/noExplicitAny: the message of a standard that is not part of our contract.
  const { resourceSpans } = JSON.parse(body) as any;
  return resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: object[] }[] }) =>
    scopeSpans.flatMap(({ spans }) => spans.map(toSpan)),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the message of a standard that is not part of our contract.
function toSpan(wire: any): CollectedSpan {
  const attributes = Object.fromEntries(
    wire.attributes.map(({ key, value }: { key: string; value: WireValue }) => [
      key,
      value.stringValue ?? Number(value.intValue),
    ]),
  );
  return { ...wire, attributes, links: wire.links ?? [] };
}
