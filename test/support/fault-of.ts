import { Fault } from "../../server/core/fault.ts";

/** Returns the fault that a call throws, as one flat object to compare. */
export function faultOf(call: () => unknown): Record<string, unknown> {
  try {
    call();
  } catch (error) {
    if (error instanceof Fault) return { reason: error.reason, message: error.message, ...error.facts };
    throw error;
  }
  throw new Error("the call ended without a fault");
}
