import { type Facts, Fault, type Reason } from "../../core/fault.ts";
import { type Failure, type RateLimits, TransportRefusal } from "../../rpc/call.ts";

/** A fault as it is sent: an error loses its class between threads. */
export interface FaultForm {
  readonly reason: Reason;
  readonly message: string;
  readonly facts: Facts;
}

/** An error as it is sent. */
export type ErrorForm =
  | { readonly fault: FaultForm }
  /** A refusal of the transport, which keeps it and gets it back. */
  | { readonly refusal: string }
  | { readonly bug: unknown };

/** A failed answer as it is sent. */
export interface FailureForm {
  readonly fault: FaultForm;
  readonly limits?: RateLimits;
  readonly retryAfterSeconds?: number;
}

/** Returns a fault as it is sent. Its cause stays where the fault was thrown. */
export function formOfFault({ reason, message, facts }: Fault): FaultForm {
  return { reason, message, facts };
}

export function faultOf({ reason, message, facts }: FaultForm): Fault {
  return new Fault(reason, message, facts);
}

export function formOfError(error: unknown): ErrorForm {
  if (error instanceof Fault) return { fault: formOfFault(error) };
  return error instanceof TransportRefusal ? { refusal: error.message } : { bug: sendable(error) };
}

export function errorOf(form: ErrorForm): unknown {
  if ("fault" in form) return faultOf(form.fault);
  return "refusal" in form ? new TransportRefusal(form.refusal) : form.bug;
}

export function formOfFailure(failure: Failure): FailureForm {
  return { ...failure, fault: formOfFault(failure.fault) };
}

export function failureOf(form: FailureForm): Failure {
  return { ...form, fault: faultOf(form.fault) };
}

/** Returns an unexpected error that can be sent, with its stack; its other members may not be. */
export function sendable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : String(cause);
  const copy = new Error(cause.message);
  copy.name = cause.name;
  if (cause.stack !== undefined) copy.stack = cause.stack;
  return copy;
}
