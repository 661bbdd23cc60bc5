import { isIPv4 } from "node:net";
import { Fault } from "../../core/fault.ts";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import { faultBody } from "../../rpc/errors/faults.ts";
import type { Addressee } from "./addressee.ts";
import type { Exchange } from "./exchange.ts";
import type { ExchangeHandler } from "./handler.ts";

/** Headers by which proxies, balancers and networks in front of a service tell for whom they call. */
const proxyHeaders = new Set(
  [
    ["forwarded", "via", "cdn-loop", "front-end-https", "x-host", "x-scheme", "x-url-scheme", "x-coming-from"],
    [
      "x-real-ip",
      "x-client-ip",
      "client-ip",
      "true-client-ip",
      "x-true-client-ip",
      "x-cluster-client-ip",
      "x-remote-ip",
    ],
    ["x-remote-addr", "proxy-client-ip", "wl-proxy-client-ip", "x-proxyuser-ip", "fastly-client-ip", "fly-client-ip"],
  ].flat(),
);
const proxyHeaderPrefixes =
  /^(cf|cloudfront|x-(http-)?forwarded|x-original|x-envoy|x-arr|x-azure|x-nginx|x-haproxy|x-varnish|x-vercel)(-|$)/;

/** Whether a host, with or without a port, is this machine by its name alone. */
export function isLocalHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([^:]*):\d+$/, "$1")
    .replace(/\.$/, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || (isIPv4(name) && /^127\./.test(name));
}

/** Whether web pages of an origin are served by this machine. */
export function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLocalHost(new URL(origin).host);
}

/**
 * Returns what shows that a request is not of a program or page of this machine that calls the service itself, or undefined.
 * A web page whose domain was made to resolve to this machine still sends the name of the domain, and a proxy mostly its own
 * version of HTTP, port or headers.
 */
export function foreignSign(addressee: Addressee): string | undefined {
  const { hosts, port, version, headers } = addressee;
  if (version === "1.0") return "it is of HTTP/1.0, as proxies send it";
  if (hosts.length === 0) return "it names no host";
  for (const host of hosts) {
    if (!isLocalHost(host)) return "it names another host";
    if (portOf(host) !== port) return "it names another port than the service's";
  }
  if (headers.origin !== undefined && !isLocalOrigin(headers.origin)) return "a page of another site sent it";
  if (headers.origin === undefined && isOfOtherSite(addressee)) return "a page of another site sent it";
  const header = Object.keys(headers).find((name) => proxyHeaders.has(name) || proxyHeaderPrefixes.test(name));
  return header === undefined ? undefined : `it has the header ${header}, which a proxy adds`;
}

function portOf(host: string): number {
  const [, port] = /:(\d+)$/.exec(host.replace(/^\[.*\]/, "")) ?? [];
  return Number(port ?? 80);
}

/**
 * Whether a browser says that another site's page asks, and not somebody who follows a link there: the page cannot read what is
 * shown then.
 */
function isOfOtherSite({ verb, headers }: Addressee): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return false;
  return !(verb === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document");
}

/** Refuses a call in the form of its own protocol; returns false for requests of none. */
export type RefuseCall = (exchange: Exchange, fault: Fault) => boolean;

/** Refuses requests that were sent for another host, by pages of another machine, or, as far as they show it, through a proxy. */
export function localOnly(handler: ExchangeHandler, refuseCall: RefuseCall): ExchangeHandler {
  return (exchange) => {
    const { addressee } = exchange;
    const sign = foreignSign(addressee);
    if (sign === undefined) {
      handler(exchange);
      return;
    }
    const fault = refusal(sign, addressee.port);
    if (refuseCall(exchange, fault)) return;
    const headers = [...answerHeaders({ fault }), "Content-Type", "application/json"];
    exchange.reply(403, headers, JSON.stringify(faultBody(fault, exchange.requestId)));
  };
}

function refusal(sign: string, port: number | undefined): Fault {
  return new Fault(
    "PERMISSION_DENIED",
    `The service runs with DEVELOPMENT=1 and answers programs on its own machine alone. It refuses this request: ${sign}. ` +
      `Call http://localhost:${port ?? ""} from this machine, without a proxy and from no other web site; ` +
      "to serve others, start it without DEVELOPMENT=1.",
  );
}
