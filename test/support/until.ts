import { setImmediate } from "node:timers/promises";

/** Runs the event loop until a condition holds, or the test times out. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}
