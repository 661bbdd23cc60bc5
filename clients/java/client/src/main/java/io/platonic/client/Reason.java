package io.platonic.client;

/** Why a call failed. Programs switch on it, never on the text of an error. */
public enum Reason {
  /** The call has no credentials. */
  AUTHENTICATION_REQUIRED,
  /** The credentials are unknown, revoked, expired or malformed, or lack the permission. */
  INVALID_API_KEY,
  /** A required parameter is missing. */
  PARAMETER_REQUIRED,
  /** A parameter has the wrong type or is out of range. */
  PARAMETER_INVALID,
  /** The number of entries contradicts another parameter. */
  VECTOR_DIMENSION_MISMATCH,
  /** A geometric operation failed unexpectedly. */
  TRANSFORMATION_ERROR,
  /** The operation or resource does not exist. */
  RESOURCE_NOT_FOUND,
  /** The caller exceeds the rate or the concurrency of its plan. */
  RATE_LIMIT_EXCEEDED,
  /** A bug in the service. */
  INTERNAL,
  /** The resource to create already exists. */
  RESOURCE_CONFLICT,
  /** The resource has changed since the version that the call names. */
  VERSION_MISMATCH,
  /** The state of the resource does not allow the call. */
  STATE_INVALID,
  /** The database cannot be reached or written to; the call may have been executed all the same. */
  UNAVAILABLE,
  /** The deadline of the method has passed, and nothing was changed. */
  DEADLINE_EXCEEDED,
  /** There was no answer, or one of an intermediary. */
  UNREACHABLE,
  /** The deadline of the caller has passed; the call may have been executed. */
  TIMED_OUT,
  /** A failure that this version does not know, or that is not the service's own. */
  UNKNOWN;
}
