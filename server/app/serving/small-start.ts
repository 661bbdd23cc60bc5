import { setFlagsFromString } from "node:v8";
import type { Worker } from "node:worker_threads";

const flag = "--min-semi-space-size=";
/** Young generation with which the heap of a thread starts, in MiB. It grows with what the thread does. */
const startMebibytes = 4;

/** Flag with which this process was started: its main thread has a heap that starts large. */
const own = process.execArgv.find((parameter) => parameter.startsWith(flag));
let starting = 0;

/**
 * Starts a thread with a heap that is small at first, whatever the process was started with: V8's flags hold for all threads
 * that are started while they are set, and `resourceLimits` does not change this one.
 */
export function startedSmall(start: () => Worker): Worker {
  if (own === undefined) return start();
  starting += 1;
  setFlagsFromString(flag + startMebibytes);
  const worker = start();
  let hasStarted = false;
  const started = () => {
    if (hasStarted) return;
    hasStarted = true;
    starting -= 1;
    if (starting === 0) setFlagsFromString(own);
  };
  worker.once("online", started).once("exit", started);
  return worker;
}
