import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects all garbage. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** Returns how many of the objects that were made are still referred to when all else has ended. */
export async function countKept(references: readonly WeakRef<object>[]): Promise<number> {
  // An object that was referred to stays until the turn of the event loop ends.
  await setImmediate();
  collectGarbage();
  return references.filter((reference) => reference.deref() !== undefined).length;
}
