import { setImmediate } from "node:timers/promises";

/** Lets the server in this process go on until a condition holds; the test's own time limit bounds it. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}
