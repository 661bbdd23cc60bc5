import { parentPort, workerData } from "node:worker_threads";
import { HeldUses } from "../../../../server/access/limits/held-uses.ts";

/** Task of a thread: to take uses until it is told to end. */
export interface Taking {
  readonly memory: SharedArrayBuffer;
  /** Number of threads that are there, and whether they end. */
  readonly signs: SharedArrayBuffer;
}

const { memory, signs } = workerData as Taking;
const cells = new Int32Array(signs);
const held = new HeldUses(memory);
Atomics.add(cells, 0, 1);
Atomics.notify(cells, 0);
let taken = 0;
while (Atomics.load(cells, 1) === 0) if (held.take(1_000) !== undefined) taken++;
parentPort?.postMessage(taken);
