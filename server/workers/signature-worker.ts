import { setPriority } from "node:os";
import { unpackClaims } from "./packed-signatures.ts";
import { judge } from "./signature-judge.ts";

// Of this thread alone, as only Linux has it: where processors are short, the one that answers everybody goes first.
if (process.platform === "linux") setPriority(19);

/** It is built for the usual platforms. On others node:crypto does everything. */
const sodium = await import("sodium-native").catch(() => undefined);

/** The entry of a worker thread: of each claim, whether it is right (1) or not (0). */
export default function judgeAll(packed: Uint8Array): Uint8Array {
  return Uint8Array.from(unpackClaims(packed), (claim) => (judge(claim, sodium) ? 1 : 0));
}
