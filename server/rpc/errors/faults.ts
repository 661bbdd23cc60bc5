import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { Reason as WireReason } from "#contract/fault/v1/fault_pb.js";
import type { Fault, Reason } from "../../core/fault.ts";
import { limits } from "../../core/limits.ts";
import { preview, shorten } from "./preview.ts";

/** One reason as each protocol sends it. */
export interface FaultRow {
  /** HTTP status over REST. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 429 | 500 | 503 | 504;
  /** Canonical RPC status code, by its number in gRPC and Connect. */
  readonly rpcCode: number;
  /** Public reason, whose name is `error.code` over REST. */
  readonly wire: WireReason;
  readonly meaning: string;
  /**
   * Whether the same call may succeed later: `refused` means that it has changed nothing, `unknown` that it may have
   * taken effect. Absent: a repetition fails too.
   */
  readonly passing?: "refused" | "unknown";
}

/** The table of failures, from which every transport answers and `docs/reference/errors.md` is generated. */
export const faultTable = {
  AUTHENTICATION_REQUIRED: {
    status: 401,
    rpcCode: 16,
    wire: WireReason.AUTHENTICATION_REQUIRED,
    meaning: "The call carries no credentials. Send `Authorization: Bearer <API key or JWT>`.",
  },
  INVALID_API_KEY: {
    status: 401,
    rpcCode: 16,
    wire: WireReason.INVALID_API_KEY,
    meaning: "The API key or JWT is unknown, revoked, expired or malformed.",
  },
  PERMISSION_DENIED: {
    status: 403,
    rpcCode: 7,
    wire: WireReason.INVALID_API_KEY,
    meaning: "The credentials are good but lack the permission in `details.required_permission`.",
  },
  PARAMETER_REQUIRED: {
    status: 400,
    rpcCode: 3,
    wire: WireReason.PARAMETER_REQUIRED,
    meaning: "The parameter in `details.parameter` is missing.",
  },
  PARAMETER_INVALID: {
    status: 400,
    rpcCode: 3,
    wire: WireReason.PARAMETER_INVALID,
    meaning: "The parameter in `details.parameter` has the wrong type or value, or the request cannot be read.",
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    rpcCode: 8,
    wire: WireReason.PARAMETER_INVALID,
    meaning: "The request is longer than its method reads, also when it is decompressed. Send less at once.",
  },
  VECTOR_DIMENSION_MISMATCH: {
    status: 400,
    rpcCode: 3,
    wire: WireReason.VECTOR_DIMENSION_MISMATCH,
    meaning: "The number of entries of `details.parameter` does not agree with the other parameters.",
  },
  TRANSFORMATION_ERROR: {
    status: 500,
    rpcCode: 13,
    wire: WireReason.TRANSFORMATION_ERROR,
    meaning: "The operation failed where it never should. Report `details.correlation_id`.",
  },
  RESOURCE_NOT_FOUND: {
    status: 404,
    rpcCode: 5,
    wire: WireReason.RESOURCE_NOT_FOUND,
    meaning: "There is no such operation or resource.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    rpcCode: 12,
    wire: WireReason.RESOURCE_NOT_FOUND,
    meaning: "The path has operations by the methods alone that `Allow` names.",
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    rpcCode: 8,
    wire: WireReason.RATE_LIMIT_EXCEEDED,
    passing: "refused",
    meaning:
      "The limit that the message names is reached: of the plan, or of what was called. Wait for the seconds in `Retry-After`.",
  },
  RESOURCE_CONFLICT: {
    status: 409,
    rpcCode: 6,
    wire: WireReason.RESOURCE_CONFLICT,
    meaning: "What the call would create exists already, such as the username in `details.parameter`.",
  },
  VERSION_MISMATCH: {
    status: 412,
    rpcCode: 10,
    wire: WireReason.VERSION_MISMATCH,
    meaning: "The resource has changed since the version that the call names. Read it again.",
  },
  STATE_INVALID: {
    status: 409,
    rpcCode: 9,
    wire: WireReason.STATE_INVALID,
    meaning: "The resource is in a state in which the call is not possible.",
  },
  UNAVAILABLE: {
    status: 503,
    rpcCode: 14,
    wire: WireReason.UNAVAILABLE,
    passing: "unknown",
    meaning:
      "The database, a disk, or another service that the call needs cannot be reached or used; the message says which. The call " +
      "may have been executed all the same: repeat it with the same ids, after the seconds in `Retry-After`.",
  },
  DEADLINE_EXCEEDED: {
    status: 504,
    rpcCode: 4,
    wire: WireReason.DEADLINE_EXCEEDED,
    passing: "refused",
    meaning: "The deadline of the method has passed. The call has changed nothing, and never will.",
  },
  INTERNAL: {
    status: 500,
    rpcCode: 13,
    wire: WireReason.INTERNAL,
    meaning: "A bug of the service. Report `details.correlation_id`.",
  },
} as const satisfies Record<Reason, FaultRow>;

/** Members of `error.details`, each present if known. */
export interface FaultDetails {
  readonly parameter?: string;
  readonly provided?: JsonValue;
  readonly valid_range?: readonly [minimum: number, maximum: number];
  readonly required_permission?: string;
  readonly correlation_id?: string;
  /** RFC 3339. */
  readonly server_time?: string;
}

/** Returns the details of a failure, the same on every wire and bounded in size. */
export function detailsOf(fault: Fault, correlationId: string): FaultDetails {
  const { parameter, validRange, requiredPermission, serverTimeMs } = fault.facts;
  return {
    ...(parameter !== undefined && {
      parameter: shorten(parameter, limits.parameterCharactersMax),
      provided: preview(fault.facts.provided) as JsonValue,
    }),
    ...(validRange !== undefined && { valid_range: validRange }),
    ...(requiredPermission !== undefined && { required_permission: requiredPermission }),
    ...(faultTable[fault.reason].status >= 500 && { correlation_id: correlationId }),
    ...(serverTimeMs !== undefined && { server_time: new Date(serverTimeMs).toISOString() }),
  };
}

/** Returns the message of a failure, bounded because names of parameters in it may come from the caller. */
export function messageOf(fault: Fault): string {
  return shorten(fault.message, limits.messageCharactersMax);
}

/** Returns the body of an error over REST: `{"error": {"code", "message", "details"}}`. */
export function faultBody(fault: Fault, correlationId: string): JsonObject {
  return {
    error: {
      code: WireReason[faultTable[fault.reason].wire] as string,
      message: messageOf(fault),
      details: detailsOf(fault, correlationId) as JsonObject,
    },
  };
}
