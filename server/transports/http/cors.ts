import { limitHeaderNames } from "../../rpc/answer-headers.ts";
import type { Exchange, HeaderList } from "./exchange.ts";

/** Origins of web pages that may call: any, or the listed ones. */
export type AllowedOrigins = "*" | ReadonlySet<string>;

/** Headers of answers that every page may read, besides those that Fetch always exposes, such as `Content-Type`. */
const exposedHeaders = [
  ...Object.values(limitHeaderNames),
  // Clients whose clock is wrong use the service's.
  "Date",
  "X-Request-Id",
  // Clients warn of a service that is older or newer than they are.
  "Platonic-Version",
  "ETag",
  "Vary",
  "Allow",
  "Accept-Post",
  "WWW-Authenticate",
  "Accept-Encoding",
  "Content-Encoding",
  "Connect-Accept-Encoding",
  "Connect-Content-Encoding",
  "Grpc-Accept-Encoding",
  "Grpc-Encoding",
  "Grpc-Status",
  "Grpc-Message",
  "Grpc-Status-Details-Bin",
].join(", ");

/** Seconds for which browsers may cache a preflight: the largest value that any browser honours. */
const preflightSeconds = "7200";

/**
 * Adds the CORS headers and answers preflights. Any origin is safe by default because credentials are sent only in the
 * Authorization header, which no browser adds by itself. Returns true if the request was answered.
 */
export function allowOrigin(allowed: AllowedOrigins, exchange: Exchange): boolean {
  const { origin } = exchange.headers;
  if (allowed !== "*") exchange.common.push("Vary", "Origin");
  if (origin === undefined) return false;
  const isAllowed = allowed === "*" || allowed.has(origin);
  if (isAllowed) {
    exchange.common.push("Access-Control-Allow-Origin", allowed === "*" ? "*" : origin);
    exchange.common.push("Access-Control-Expose-Headers", exposedHeaders);
  }
  if (exchange.verb !== "OPTIONS" || exchange.headers["access-control-request-method"] === undefined) return false;
  // Without these headers the browser refuses the page; the status is a success either way.
  exchange.reply(204, isAllowed ? preflightHeaders(exchange.headers["access-control-request-headers"]) : []);
  return true;
}

/**
 * Grants every header that a page requests: clients add their own, such as those of a trace, and a header that the
 * service does not know has no effect. A page can send nothing that other programs cannot.
 */
function preflightHeaders(asked: string | undefined): HeaderList {
  const names = (asked ?? "").split(",").map((name) => name.trim());
  const granted = names.filter((name) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name));
  return [
    "Access-Control-Allow-Methods",
    "GET, HEAD, POST, PUT, PATCH, DELETE",
    ...(granted.length === 0 ? [] : ["Access-Control-Allow-Headers", granted.join(", ")]),
    "Access-Control-Max-Age",
    preflightSeconds,
  ];
}
