import { limitHeaderNames } from "../../server/rpc/answer-headers.ts";
import { keyPattern } from "../../server/rpc/idempotency/idempotency.ts";
import { requestIdPattern } from "../../server/transports/http/request-id.ts";
import type { JsonObject } from "./json.ts";

const requestId = { type: "string", pattern: requestIdPattern.source };

const ifKnown = ".IfCallerIsKnown";

/** Headers of answers, by name. */
export const headers: JsonObject = {
  "X-Request-Id": {
    description: "The request id that the caller sent, or a new one. The log has it.",
    required: true,
    schema: requestId,
  },
  "Platonic-Version": {
    description: "Version of the service.",
    required: true,
    schema: { type: "string" },
  },
  "Cache-Control": {
    description: "No cache may keep an answer.",
    required: true,
    schema: { type: "string", const: "no-store" },
  },
  "WWW-Authenticate": {
    description: "The scheme of credentials.",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  ...limit(limitHeaderNames.limit, "Calls that the caller's plan allows in the window of one minute.", { minimum: 1 }),
  ...limit(limitHeaderNames.remaining, "Calls that are left in the window.", { minimum: 0 }),
  ...limit(limitHeaderNames.reset, "End of the window, in seconds since 1970.", { minimum: 0 }),
  [limitHeaderNames.retryAfter]: {
    description: "Seconds to wait before the next attempt.",
    schema: { type: "integer", minimum: 0 },
  },
};

/** Declares a limit header, which every success has, and every error with a known caller. */
function limit(name: string, description: string, bounds: object): JsonObject {
  const header = { description, schema: { type: "integer", ...bounds } };
  return { [name]: { ...header, required: true }, [`${name}${ifKnown}`]: header };
}

/** Parameters shared by many operations, by name. */
export const parameters: JsonObject = {
  "X-Request-Id": {
    name: "X-Request-Id",
    in: "header",
    description: "A request id for the log and the answer. Another text than these is replaced by a new id.",
    schema: { type: "string" },
  },
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Has the call executed once: a repetition with the same key and the same request gets the first answer for 24 " +
      "hours. Take a random UUID. Quotes around the key are removed.",
    schema: { type: "string", pattern: `${keyPattern.source}|${quoted(keyPattern)}` },
  },
};

/** Returns the pattern of a quoted text. */
function quoted(pattern: RegExp): string {
  return pattern.source.replace(/^\^/, '^"').replace(/\$$/, '"$');
}

const { retryAfter, ...limitNames } = limitHeaderNames;
const limitHeaders = Object.values(limitNames);
const commonHeaders = ["X-Request-Id", "Platonic-Version", "Cache-Control"];

/** Returns the headers of a success. */
export function successHeaders(): JsonObject {
  return refs([...commonHeaders, ...limitHeaders]);
}

/** Returns the headers that an error may have. */
export function errorHeaders(status: number): JsonObject {
  const waits = status === 409 || status === 429 || status === 503;
  return {
    ...refs([...commonHeaders, ...(status === 401 ? ["WWW-Authenticate"] : []), ...(waits ? [retryAfter] : [])]),
    ...refs(limitHeaders, ifKnown),
  };
}

function refs(names: readonly string[], suffix = ""): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}${suffix}` }]));
}
