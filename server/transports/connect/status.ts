import { Fault } from "../../core/fault.ts";
import { TransportRefusal } from "../../rpc/call.ts";
import type { HeaderList } from "../http/exchange.ts";

/** Canonical status codes that the protocols themselves use. */
export const code = {
  canceled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;

/** Names of the canonical codes by number in Connect's spelling, and the HTTP status of each. */
export const codes: readonly { readonly name: string; readonly httpStatus: number }[] = [
  { name: "ok", httpStatus: 200 },
  { name: "canceled", httpStatus: 499 },
  { name: "unknown", httpStatus: 500 },
  { name: "invalid_argument", httpStatus: 400 },
  { name: "deadline_exceeded", httpStatus: 504 },
  { name: "not_found", httpStatus: 404 },
  { name: "already_exists", httpStatus: 409 },
  { name: "permission_denied", httpStatus: 403 },
  { name: "resource_exhausted", httpStatus: 429 },
  { name: "failed_precondition", httpStatus: 400 },
  { name: "aborted", httpStatus: 409 },
  { name: "out_of_range", httpStatus: 400 },
  { name: "unimplemented", httpStatus: 501 },
  { name: "internal", httpStatus: 500 },
  { name: "unavailable", httpStatus: 503 },
  { name: "data_loss", httpStatus: 500 },
  { name: "unauthenticated", httpStatus: 401 },
];

/** A typed detail of an error. */
export interface ErrorDetail {
  readonly typeName: string;
  readonly bytes: Uint8Array;
  /** JSON of the detail, for people who read a Connect error. */
  readonly debug?: unknown;
}

/** A failed call, which every RPC protocol can answer. */
export class RpcError extends TransportRefusal {
  readonly code: number;
  readonly details: readonly ErrorDetail[];
  readonly metadata: HeaderList;

  constructor(statusCode: number, message: string, details: readonly ErrorDetail[] = [], metadata: HeaderList = []) {
    super(message);
    this.name = "RpcError";
    this.code = statusCode;
    this.details = details;
    this.metadata = metadata;
  }
}

/** A request that is refused by the rules of its protocol: the code is the protocol's, and the fault the service's. */
export class ProtocolRefusal extends RpcError {
  readonly fault: Fault;

  constructor(statusCode: number, fault: Fault) {
    super(statusCode, fault.message);
    this.fault = fault;
  }
}

/** Returns the refusal of a header, of a member of the query, or of the body, with the code that its protocol has for it. */
export function misuse(statusCode: number, parameter: string, message: string, provided?: unknown): ProtocolRefusal {
  return new ProtocolRefusal(statusCode, new Fault("PARAMETER_INVALID", message, { parameter, provided }));
}
