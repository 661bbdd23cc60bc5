/**
 * Every way in which a call can fail, as one closed list of reasons.
 *
 * The same words stand in `proto/fault/v1/fault.proto`; what each becomes on a wire (status, code, detail) is decided
 * in one place, `server/rpc/errors/faults.ts`.
 */
export type Reason =
  | "AUTHENTICATION_REQUIRED"
  | "INVALID_API_KEY"
  | "PERMISSION_DENIED"
  | "PARAMETER_REQUIRED"
  | "PARAMETER_INVALID"
  | "VECTOR_DIMENSION_MISMATCH"
  | "TRANSFORMATION_ERROR"
  | "RESOURCE_NOT_FOUND"
  | "RATE_LIMIT_EXCEEDED"
  | "RESOURCE_CONFLICT"
  | "VERSION_MISMATCH"
  | "STATE_INVALID"
  | "INTERNAL";

/** What is known about a failure beside its reason. Only what may be shown to the caller. */
export interface Facts {
  /** Path of the offending parameter in the request's own spelling, such as `data[2]`. */
  readonly parameter?: string;
  /** The value received for it, of any shape; it is bounded in size where it is shown. */
  readonly provided?: unknown;
  /** Smallest and largest legal value of the parameter, both legal themselves. */
  readonly validRange?: readonly [minimum: number, maximum: number];
  /** The permission that the caller's credentials lack. */
  readonly requiredPermission?: string;
  /** How long to wait before the next attempt. */
  readonly retryAfterSeconds?: number;
}

/** A failure with a reason that callers can act on. Anything else that is thrown is a bug. */
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
