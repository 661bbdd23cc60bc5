import { BoundedHistograms } from "../../core/metrics/bounded-histograms.ts";
import { secondsBounds } from "../../core/metrics/histogram.ts";
import type { Labels, Metrics } from "../../core/metrics/metrics.ts";
import type { MeasuredExchange } from "./exchange.ts";

/** Methods that are told by their names; of the others callers could make any number. */
const knownVerbs = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"];
const otherVerb = "_OTHER";

/** Statuses with which a request is refused before its caller is known. */
const refusals = new Set<number | undefined>([401, 429]);

/**
 * Measures the requests of a port by the semantic conventions of HTTP. Streams are active requests, and have a duration
 * of their own elsewhere.
 *
 * Callers without valid credentials cannot make series: their refused requests count without a route.
 */
export function requestMetrics(metrics: Metrics, scheme: "http" | "https"): (exchange: MeasuredExchange) => void {
  const active = new Map([...knownVerbs, otherVerb].map((verb) => [verb, 0]));
  const labels = (verb: string) => ({ "http.request.method": verb, "url.scheme": scheme });
  const durations = new BoundedHistograms(
    secondsBounds,
    (verb: string, route: string | undefined, status: number | undefined): Labels => ({
      ...labels(verb),
      ...(route !== undefined && { "http.route": route }),
      ...outcomeOf(status),
    }),
  );
  metrics.histogram(
    { name: "http.server.request.duration", help: "Duration of requests by method, route and status", unit: "s" },
    durations.read,
  );
  metrics.gauge(
    { name: "http.server.active_requests", help: "Requests that are being answered, with streams", unit: "{request}" },
    () => [...active].map(([verb, value]) => ({ labels: labels(verb), value })),
  );
  return (exchange) => {
    const startedMs = performance.now();
    const verb = active.has(exchange.verb) ? exchange.verb : otherVerb;
    active.set(verb, (active.get(verb) as number) + 1);
    exchange.onEnd(() => {
      active.set(verb, (active.get(verb) as number) - 1);
      if (exchange.isHandedOver) return;
      const { status } = exchange;
      const route = refusals.has(status) ? undefined : exchange.route;
      durations.of(verb, route, status).record((performance.now() - startedMs) / 1000);
    });
  };
}

/** Returns the labels of a status; undefined for a caller that went away before its answer. */
function outcomeOf(status: number | undefined): Labels {
  if (status === undefined) return { "error.type": "cancelled" };
  const code = String(status);
  return { "http.response.status_code": code, ...(status >= 500 && { "error.type": code }) };
}
