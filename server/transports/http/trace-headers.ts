import type { NamedRequest } from "../../rpc/telemetry/bug-line.ts";
import type { TracedCall } from "../../rpc/traced-call.ts";
import type { Exchange } from "./exchange.ts";

/** Names a request in the log. */
export function namedRequest(exchange: Pick<Exchange, "headers" | "requestId">): NamedRequest {
  return { requestId: exchange.requestId, traceparent: exchange.headers["traceparent"] as string | undefined };
}

/** Returns the headers of a request that place it in a trace. */
export function traceHeaders({ headers }: Pick<Exchange, "headers">): TracedCall {
  return {
    traceparent: headers["traceparent"] as string | undefined,
    tracestate: headers["tracestate"] as string | undefined,
  };
}
