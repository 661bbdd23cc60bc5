import { Fault } from "../../core/fault.ts";
import { faultBody, faultTable } from "../../rpc/errors/faults.ts";
import type { Exchange, HeaderList } from "./exchange.ts";

/** Whether a request only reads. HEAD is answered like GET, without the body (RFC 9110, section 9.3.2). */
export function isRead({ verb }: Pick<Exchange, "verb">): boolean {
  return verb === "GET" || verb === "HEAD";
}

/** Returns the header `Allow` of a path with its methods; adds HEAD to GET, and OPTIONS always. */
export function allowHeader(methods: Iterable<string>): HeaderList {
  const all = new Set<string>();
  for (const method of methods) {
    all.add(method);
    if (method === "GET") all.add("HEAD");
  }
  return ["Allow", [...all.add("OPTIONS")].join(", ")];
}

/** Refuses a request with 405 and the header `Allow`, in the form of a transport. */
type RefuseMethod = (exchange: Exchange, fault: Fault, status: number, allow: HeaderList) => void;

/**
 * Answers a request whose method its path does not support: OPTIONS gets the supported methods, others are refused, in
 * the form of REST or of another transport.
 */
export function replyAllowed(exchange: Exchange, methods: Iterable<string>, refuse: RefuseMethod = refuseAsRest): void {
  const allow = allowHeader(methods);
  if (exchange.verb === "OPTIONS") {
    exchange.reply(204, allow);
    return;
  }
  const fault = notAllowed(exchange.verb);
  refuse(exchange, fault, faultTable[fault.reason].status, allow);
}

function refuseAsRest(exchange: Exchange, fault: Fault, status: number, allow: HeaderList): void {
  const body = JSON.stringify(faultBody(fault, exchange.requestId));
  exchange.reply(status, ["Content-Type", "application/json", ...allow], body);
}

/** Returns the fault of a method that a path does not support. */
export function notAllowed(verb: string): Fault {
  const method = /^[A-Z]{1,32}$/.test(verb) ? verb : "this method";
  return new Fault(
    "METHOD_NOT_ALLOWED",
    `There is no operation by ${method} at this path; \`Allow\` names the methods.`,
  );
}
