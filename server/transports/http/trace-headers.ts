import type { TracedCall } from "../../rpc/traced-call.ts";
import type { Exchange } from "./exchange.ts";

/** Returns the headers of a request that place it in a trace. */
export function traceHeaders({ headers }: Pick<Exchange, "headers">): TracedCall {
  return {
    traceparent: headers["traceparent"] as string | undefined,
    tracestate: headers["tracestate"] as string | undefined,
  };
}
