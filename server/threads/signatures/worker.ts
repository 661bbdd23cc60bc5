import { sodium } from "../../core/sodium.ts";
import { lowerThreadPriority } from "../../core/thread-priority.ts";
import { unpackClaims } from "./packed-signatures.ts";
import { createClaimCheck } from "./verify-claim.ts";

lowerThreadPriority("calls");

const isRight = createClaimCheck(sodium);

/** The entry of a worker thread: of each claim, whether it is right (1) or not (0). */
export default function judgeAll(packed: Uint8Array): Uint8Array {
  return Uint8Array.from(unpackClaims(packed), (claim) => (isRight(claim) ? 1 : 0));
}
