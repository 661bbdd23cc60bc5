import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const acceptable = /^[\w.-]{1,64}$/;

/** The caller's own X-Request-Id when it is short and plain, so that it may stand in logs; otherwise a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && acceptable.test(given) ? given : randomUUID();
}
