import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { Fault } from "../../core/fault.ts";
import { faultBody } from "../../rpc/errors/faults.ts";
import type { Exchange } from "./exchange.ts";
import type { ExchangeHandler } from "./handler.ts";

/** Headers by which proxies tell for whom they call. */
const proxyHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/** Whether a host, with or without a port, is this machine by its name alone. */
export function isLocalHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([^:]*):\d+$/, "$1")
    .replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || (isIPv4(name) && /^127\./.test(name));
}

/**
 * Whether a request is meant for this machine, by a program or a page of it, and was passed on by no proxy. A web page whose
 * domain was made to resolve to this machine still sends the name of the domain.
 */
export function isLocalRequest(headers: IncomingHttpHeaders): boolean {
  const host = headers[":authority"] ?? headers.host;
  const { origin } = headers;
  return (
    typeof host === "string" &&
    isLocalHost(host) &&
    (origin === undefined || isLocalOrigin(origin)) &&
    proxyHeaders.every((name) => headers[name] === undefined)
  );
}

/** Whether web pages of an origin are served by this machine. */
export function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLocalHost(new URL(origin).host);
}

/** Refuses requests that were sent for another host, by pages of another machine, or through a proxy. */
export function localOnly(handler: ExchangeHandler): ExchangeHandler {
  return (exchange) => {
    if (isLocalRequest(exchange.headers)) handler(exchange);
    else refuse(exchange);
  };
}

function refuse(exchange: Exchange): void {
  const fault = new Fault(
    "PERMISSION_DENIED",
    "The service runs with DEVELOPMENT=1 and answers programs on its own machine alone: call it as localhost, without a proxy and from no other web site.",
  );
  exchange.reply(403, ["Content-Type", "application/json"], JSON.stringify(faultBody(fault, exchange.requestId)));
}
