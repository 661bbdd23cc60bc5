import { setPriority } from "node:os";

/**
 * How far a thread gives way to the main one, which answers everybody. What callers wait for goes before what nobody
 * waits for: else they would wait for that, too.
 */
const niceness = { calls: 10, backups: 19 };

/** Of the thread that calls this, and of it alone: Linux has it so, and others do without. */
export function lowerThreadPriority(work: keyof typeof niceness): void {
  if (process.platform === "linux") setPriority(niceness[work]);
}
