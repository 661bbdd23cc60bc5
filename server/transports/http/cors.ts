import { limitHeaderNames } from "../../rpc/answer-headers.ts";
import type { Exchange } from "./exchange.ts";

/** Origins of web pages that may call: any, or the listed ones. */
export type AllowedOrigins = "*" | ReadonlySet<string>;

const requestHeaders = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "X-Request-Id",
  "X-User-Agent",
  "X-Grpc-Web",
  "Grpc-Timeout",
  "Connect-Protocol-Version",
  "Connect-Timeout-Ms",
].join(", ");

const exposedHeaders = [
  ...Object.values(limitHeaderNames),
  // Clients whose clock is wrong go by the service's.
  "Date",
  "X-Request-Id",
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
  exchange.reply(204, isAllowed ? preflightHeaders : []);
  return true;
}

const preflightHeaders = [
  "Access-Control-Allow-Methods",
  "GET, POST, PUT, PATCH, DELETE",
  "Access-Control-Allow-Headers",
  requestHeaders,
  "Access-Control-Max-Age",
  preflightSeconds,
];
