import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Fault } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import { faultBody } from "../../rpc/errors/faults.ts";
import type { Exchange } from "./exchange.ts";
import type { RefuseCall } from "./local-only.ts";

/** Returns why a request over HTTP/1 that its parser has read is malformed nevertheless; undefined if it is not. */
export function flawOf({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): Fault | undefined {
  const { host } = headers;
  // HTTP/0.9 has no headers.
  if (httpVersionMajor === 0 || host?.includes(",") === true) return malformedRequest();
  const coding = headers["transfer-encoding"];
  // The parser takes chunks out of any coding, whose bytes would be read as the body.
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    const facts = { parameter: "Transfer-Encoding", provided: coding };
    return new Fault("PARAMETER_INVALID", "Transfer-Encoding must be chunked", facts);
  }
  if (host !== undefined || httpVersionMinor === 0) return undefined;
  return new Fault("PARAMETER_REQUIRED", "Host is required over HTTP/1.1", { parameter: "Host" });
}

/** Answers a malformed request and closes its connection. */
export function refuseMalformed(exchange: Exchange, fault: Fault): void {
  const body = JSON.stringify(faultBody(fault, exchange.requestId));
  exchange.reply(400, ["Content-Type", "application/json", "Connection", "close"], body);
}

/** Refuses a request over HTTP/2 in the form of its protocol; other calls of its connection go on. */
export function refuseLongHeaders(exchange: Exchange, refuseCall: RefuseCall | undefined): void {
  const fault = longHeaders();
  if (refuseCall?.(exchange, fault)) return;
  const body = JSON.stringify(faultBody(fault, exchange.requestId));
  exchange.reply(400, ["Content-Type", "application/json"], body);
}

/** Pseudo-headers of a request over HTTP/2, which HTTP/1.1 has in its first line and in `Host`. */
const pseudoHeaders = 4;

/** Whether headers over HTTP/2 exceed the bounds that the parser of HTTP/1.1 has by itself. */
export function areTooLong(rawHeaders: readonly string[]): boolean {
  if (rawHeaders.length > 2 * (limits.headersMax + pseudoHeaders)) return true;
  // Each line of HTTP/1.1 has a colon, a space and the end of the line, too.
  let bytes = 2 * rawHeaders.length;
  for (const text of rawHeaders) bytes += text.length;
  return bytes > limits.headerBytesMax;
}

/** Joins several Authorization headers, so that they are refused. Node keeps only the first. */
export function withAllAuthorizations(
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
): IncomingHttpHeaders {
  if (headers.authorization === undefined) return headers;
  const first = rawHeaders.indexOf("authorization");
  for (let at = rawHeaders.length - 2; at > first; at -= 2) {
    if (rawHeaders[at] === "authorization")
      return { ...headers, authorization: `${headers.authorization}, ${rawHeaders[at + 1]}` };
  }
  return headers;
}

/** Answers a malformed or slow request with the same body as every error. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Clients open connections in advance. An error sent just as the first request leaves would be taken for its answer.
  // A connection without any bytes is left to the idle timeout, and its first request gets its full time.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (socket as Socket).bytesRead === 0) return;
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const fault = error.code === "HPE_HEADER_OVERFLOW" ? longHeaders() : malformedRequest();
  const body = JSON.stringify(faultBody(fault, ""));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

function malformedRequest(): Fault {
  return new Fault("PARAMETER_INVALID", "request must be well-formed HTTP within the limits", { parameter: "request" });
}

function longHeaders(): Fault {
  const message = `request must have at most ${limits.headersMax} headers, of ${limits.headerBytesMax} bytes together`;
  return new Fault("PARAMETER_INVALID", message, { parameter: "request" });
}
