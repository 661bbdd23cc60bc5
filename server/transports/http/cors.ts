import { limitHeaderNames } from "../../rpc/answer-headers.ts";
import type { Exchange, HeaderList } from "./exchange.ts";

/** Origins of web pages that may call: any, or the listed ones. */
export type AllowedOrigins = "*" | ReadonlySet<string>;

/** Headers of answers that every page may read. Fetch lets pages read `Cache-Control`, `Content-Type` and the like anyway. */
const exposedHeaders = [
  ...Object.values(limitHeaderNames),
  // Clients whose clock is wrong go by the service's.
  "Date",
  "X-Request-Id",
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
 * Adds the CORS headers and answers preflights. Any origin is safe by default because credentials are sent in the
 * Authorization header only, which no browser adds by itself. Returns true if the request was answered.
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
  // Without these the browser refuses the page; the status is a success either way.
  exchange.reply(204, isAllowed ? preflightHeaders(exchange.headers["access-control-request-headers"]) : []);
  return true;
}

/**
 * Grants every header that a page asks for: clients add headers of their own, such as those of a trace, and a header that
 * the service does not know has no effect. A page can send nothing that other programs cannot.
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
