import { setPriority } from "node:os";

/** Values of nice(2). Threads that callers wait for run below the main thread; backups run below those. */
const niceValues = { calls: 10, backups: 19 };

/** Lowers the priority of the calling thread only. No effect except on Linux. */
export function lowerThreadPriority(purpose: keyof typeof niceValues): void {
  if (process.platform === "linux") setPriority(niceValues[purpose]);
}
