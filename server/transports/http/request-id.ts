import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Request ids of callers that are short and safe to log. */
export const requestIdPattern = /^[\w.-]{1,64}$/;

/** Returns the caller's X-Request-Id if it is short and safe to log; otherwise a new id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID();
}
