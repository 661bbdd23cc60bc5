/**
 * Every way in which a call can fail, as one closed list of reasons, those of `proto/platonic/fault/v1/fault.proto`.
 * `server/rpc/errors/faults.ts` maps them to statuses, codes and details.
 */
export type Reason =
  | "AUTHENTICATION_REQUIRED"
  | "INVALID_API_KEY"
  | "PERMISSION_DENIED"
  | "PARAMETER_REQUIRED"
  | "PARAMETER_INVALID"
  | "REQUEST_TOO_LARGE"
  | "VECTOR_DIMENSION_MISMATCH"
  | "TRANSFORMATION_ERROR"
  | "RESOURCE_NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "RATE_LIMIT_EXCEEDED"
  | "RESOURCE_CONFLICT"
  | "VERSION_MISMATCH"
  | "STATE_INVALID"
  | "UNAVAILABLE"
  | "DEADLINE_EXCEEDED"
  | "INTERNAL";

/** Details of a failure. All of them may be shown to the caller. */
export interface Facts {
  /** Path of the parameter at fault, as the request spells it, such as `data[2]`. */
  readonly parameter?: string;
  /** Value received for it; truncated where it is shown. */
  readonly provided?: unknown;
  /** Smallest and largest legal value of the parameter. */
  readonly validRange?: readonly [minimum: number, maximum: number];
  /** Permission that the caller's credentials lack. */
  readonly requiredPermission?: string;
  /** Time of the server in ms since 1970, for a token that is not yet or no longer valid. */
  readonly serverTimeMs?: number;
  /** Seconds to wait before the next attempt. */
  readonly retryAfterSeconds?: number;
}

/** A failure with a reason that callers can act on. Any other error is a bug. */
export class Fault extends Error {
  readonly reason: Reason;
  readonly facts: Facts;

  constructor(reason: Reason, message: string, facts: Facts = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "Fault";
    this.reason = reason;
    this.facts = facts;
  }
}
