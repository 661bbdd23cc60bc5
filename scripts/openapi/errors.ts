import { Reason as WireReason } from "#contract/fault/v1/fault_pb.js";
import { type Facts, Fault, type Reason } from "../../server/core/fault.ts";
import { limits } from "../../server/core/limits.ts";
import { type FaultDetails, type FaultRow, faultBody, faultTable } from "../../server/rpc/errors/faults.ts";
import { errorHeaders } from "./headers.ts";
import type { JsonObject } from "./json.ts";

/** Members of `error.details`. */
const details: Record<keyof FaultDetails, JsonObject> = {
  parameter: {
    type: "string",
    maxLength: limits.parameterCharactersMax,
    description: "Full path of the parameter at fault, such as `data[2]`; `body` if the request cannot be read.",
  },
  provided: {
    description: "The value received; null if there was none or it is a secret, a description if it is long.",
  },
  valid_range: {
    type: "array",
    items: { type: "number" },
    minItems: 2,
    maxItems: 2,
    description: "The smallest and the largest legal value of the parameter.",
  },
  required_permission: { type: "string", description: "The permission that the credentials lack." },
  correlation_id: {
    type: "string",
    description: "Id under which the log holds the cause of a failure of the service.",
  },
  server_time: {
    type: "string",
    format: "date-time",
    description: "Time of the server, if a token is refused because of its time.",
  },
};

/** Schemas of the body of an error. */
export const errorSchemas: JsonObject = {
  Error: {
    type: "object",
    description: "The body of every error. Programs switch on `error.code` and never on the message.",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message", "details"],
        properties: {
          code: { type: "string", enum: [...new Set(Object.values(faultTable).map(codeOf))] },
          message: {
            type: "string",
            maxLength: limits.messageCharactersMax,
            description: "What is wrong, and what to do: a sentence for people.",
          },
          details: { $ref: "#/components/schemas/ErrorDetails" },
        },
      },
    },
  },
  ErrorDetails: {
    type: "object",
    description: "What is known about the failure. `provided` accompanies `parameter`.",
    properties: details,
    dependentRequired: { parameter: ["provided"], provided: ["parameter"] },
  },
};

/** An example of each reason. */
const examples: Record<Reason, readonly [message: string, facts?: Facts]> = {
  AUTHENTICATION_REQUIRED: ["Send the header `Authorization: Bearer <API key or JWT>`."],
  INVALID_API_KEY: ["The credentials are invalid: unknown, revoked, expired or misspelt."],
  PERMISSION_DENIED: [
    "These credentials are valid, but lack the permission wallets:read; use others that have it.",
    { requiredPermission: "wallets:read" },
  ],
  PARAMETER_REQUIRED: ["identity_id is required", { parameter: "identity_id" }],
  PARAMETER_INVALID: [
    "source_dimensions must be an integer from 3 to 13",
    { parameter: "source_dimensions", provided: 14, validRange: [3, 13] },
  ],
  REQUEST_TOO_LARGE: ["body must not exceed 4194304 bytes", { parameter: "body" }],
  VECTOR_DIMENSION_MISMATCH: [
    "data must have source_dimensions entries: 5",
    { parameter: "data", provided: [1, 2, 3] },
  ],
  TRANSFORMATION_ERROR: ["The service failed; its log holds the cause under the correlation id."],
  RESOURCE_NOT_FOUND: ["There is no such identity.", { parameter: "identity_id", provided: "nobody" }],
  METHOD_NOT_ALLOWED: ["There is no operation by PUT at this path; `Allow` names the methods."],
  RATE_LIMIT_EXCEEDED: ["The plan developer allows 100 calls a minute; try again in 12 s."],
  RESOURCE_CONFLICT: ["The username is taken.", { parameter: "username", provided: "ada" }],
  VERSION_MISMATCH: [
    "The wallet has changed since the version that the call names.",
    { parameter: "version", provided: 3 },
  ],
  STATE_INVALID: ["The challenge is over."],
  UNAVAILABLE: ["The database is not available; repeat the call with the same ids."],
  DEADLINE_EXCEEDED: ["The call took longer than 30 s and was given up; it has changed nothing."],
  INTERNAL: ["The service failed; its log holds the cause under the correlation id."],
};

/** Returns the responses of errors by name, such as `400` or `500-INTERNAL`. */
export function errorResponses(): JsonObject {
  // No operation answers another HTTP method.
  const reasons = (Object.keys(faultTable) as Reason[]).filter((reason) => reason !== "METHOD_NOT_ALLOWED");
  const byName = Map.groupBy(reasons, responseName);
  return Object.fromEntries([...byName].map(([name, among]) => [name, response(among)]));
}

/** The reasons of bugs, of which each service declares the one that it answers. */
const unexpected: readonly Reason[] = ["TRANSFORMATION_ERROR", "INTERNAL"];

function responseName(reason: Reason): string {
  const { status } = faultTable[reason];
  return unexpected.includes(reason) ? `${status}-${reason}` : String(status);
}

function response(reasons: readonly Reason[]): JsonObject {
  const [first] = reasons as [Reason];
  const codes = [...new Set(reasons.map((reason) => codeOf(faultTable[reason])))];
  return {
    description: reasons
      .map((reason) => `\`${codeOf(faultTable[reason])}\`: ${faultTable[reason].meaning}`)
      .join("\n\n"),
    headers: errorHeaders(faultTable[first].status),
    content: {
      "application/json": {
        schema: {
          $ref: "#/components/schemas/Error",
          properties: { error: { properties: { code: { enum: codes } } } },
        },
        examples: Object.fromEntries(reasons.map((reason) => [reason, { value: example(reason) }])),
      },
    },
  };
}

function example(reason: Reason): JsonObject {
  const [message, facts] = examples[reason];
  return faultBody(new Fault(reason, message, facts), "0c2cf0a5-6d5a-4a4e-9d0e-5a3f4a2f7c11");
}

function codeOf({ wire }: FaultRow): string {
  return WireReason[wire] as string;
}

/** Properties of an operation that determine its possible failures. */
export interface Failing {
  readonly unexpectedReason: Reason;
  /** Whether a request can name a version. */
  readonly hasVersion: boolean;
  readonly hasBody: boolean;
}

/**
 * Returns the responses of a failing operation, by status: all of the table, since the pipeline, the limits and the
 * database can refuse any call, except those that need a version, a body or another method. Geometric operations store
 * nothing with which a call could conflict.
 */
export function errorRefs({ unexpectedReason, hasVersion, hasBody }: Failing): JsonObject {
  const absent = new Set<Reason>([
    "METHOD_NOT_ALLOWED",
    ...unexpected.filter((reason) => reason !== unexpectedReason),
    ...(unexpectedReason === "TRANSFORMATION_ERROR" ? (["RESOURCE_CONFLICT", "STATE_INVALID"] as const) : []),
    ...(hasVersion ? [] : (["VERSION_MISMATCH"] as const)),
    ...(hasBody ? [] : (["REQUEST_TOO_LARGE"] as const)),
  ]);
  const reasons = (Object.keys(faultTable) as Reason[]).filter((reason) => !absent.has(reason));
  return Object.fromEntries(
    reasons.map((reason) => [faultTable[reason].status, { $ref: `#/components/responses/${responseName(reason)}` }]),
  );
}
