import { sodium } from "../../core/sodium.ts";
import { lowerThreadPriority } from "../../core/thread-priority.ts";
import { unpackClaims } from "./packed-signatures.ts";
import { createClaimCheck } from "./verify-claim.ts";

lowerThreadPriority("calls");

const isValid = createClaimCheck(sodium);

/** Verifies claims: 1 for a valid signature, 0 for an invalid one. The entry of a worker thread. */
export default function verifyAll(packed: Uint8Array): Uint8Array {
  return Uint8Array.from(unpackClaims(packed), (claim) => (isValid(claim) ? 1 : 0));
}
