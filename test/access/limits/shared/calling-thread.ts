import { parentPort, workerData } from "node:worker_threads";
import { createPlanLimiter } from "../../../../server/access/limits/plan-limiter.ts";
import { sharedCounts } from "../../../../server/access/limits/shared-counts.ts";

/** Task of a thread: that many calls, once all threads are there. */
export interface Calls {
  readonly memory: SharedArrayBuffer;
  readonly thread: number;
  readonly threads: number;
  readonly calls: number;
  readonly requestsPerMinute: number;
  readonly concurrentRequests: number;
  /** Whether calls stay in progress. */
  readonly keepsPlaces: boolean;
  /** Number of threads that are there, and of calls in progress. */
  readonly seen: SharedArrayBuffer;
}

const { memory, thread, threads, calls, keepsPlaces, ...limits } = workerData as Calls;
const seen = new Int32Array(limits.seen);
const { requestsPerMinute, concurrentRequests } = limits;
const caller = { id: "key:a", plan: { name: "trial", requestsPerMinute, concurrentRequests }, permissions: [] };
const counts = sharedCounts(memory, thread, Date.now);
const limiter = createPlanLimiter({ openCounts: () => counts });

Atomics.add(seen, 0, 1);
Atomics.notify(seen, 0);
for (let here = Atomics.load(seen, 0); here < threads; here = Atomics.load(seen, 0)) Atomics.wait(seen, 0, here);

const remaining: number[] = [];
const refused: string[] = [];
let mostInProgress = 0;
for (let call = 0; call < calls; call++) {
  const admission = limiter.admit(caller);
  if (admission instanceof Promise) throw new Error("It should not have to ask.");
  if (!admission.allowed) refused.push(admission.exceeded);
  else {
    remaining.push(admission.limits.remaining);
    const inProgress = Atomics.add(seen, 1, 1) + 1;
    mostInProgress = Math.max(mostInProgress, inProgress);
    if (keepsPlaces) continue;
    Atomics.sub(seen, 1, 1);
    admission.release();
  }
}
parentPort?.postMessage({ remaining, refused, mostInProgress });
// A thread that has messages to come does not end.
if (keepsPlaces) parentPort?.on("message", () => {});
