import { sodium } from "../../core/sodium.ts";
import { giveWay } from "../../core/thread-priority.ts";
import { judge } from "./judge.ts";
import { unpackClaims } from "./packed-signatures.ts";

giveWay("calls");

/** The entry of a worker thread: of each claim, whether it is right (1) or not (0). */
export default function judgeAll(packed: Uint8Array): Uint8Array {
  return Uint8Array.from(unpackClaims(packed), (claim) => (judge(claim, sodium) ? 1 : 0));
}
