import { isIPv4 } from "node:net";
import { Fault } from "../../core/fault.ts";
import { answerHeaders } from "../../rpc/answer-headers.ts";
import { faultBody } from "../../rpc/errors/faults.ts";
import type { Addressee } from "./addressee.ts";
import type { Exchange } from "./exchange.ts";
import type { ExchangeHandler } from "./handler.ts";

/** Whether a host, with or without a port, is a loopback name. */
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
 * Returns what shows that a request comes from another site's page; undefined if nothing does. A page whose domain was
 * made to resolve to this machine (DNS rebinding) still sends the name of the domain.
 */
export function foreignSign(addressee: Addressee): string | undefined {
  const { hosts, headers } = addressee;
  if (hosts.length === 0) return "it names no host";
  if (!hosts.every(isLocalHost)) return "it names another host";
  const isOfOther = headers.origin === undefined ? isOfOtherSite(addressee) : !isLocalOrigin(headers.origin);
  return isOfOther ? "a page of another site sent it" : undefined;
}

/**
 * Whether a browser says that another site's page sends the request. Excludes following a link, since the other page
 * cannot read what is then shown.
 */
function isOfOtherSite({ verb, headers }: Addressee): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return false;
  return !(verb === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document");
}

/** Refuses a call in the form of its protocol; returns false for requests of no known protocol. */
export type RefuseCall = (exchange: Exchange, fault: Fault) => boolean;

/** Refuses requests that were sent for another host, or by pages of another machine. */
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
      `Call http://localhost:${port ?? ""} from this machine, and from no other web site; ` +
      "to serve others, start it without DEVELOPMENT=1.",
  );
}
