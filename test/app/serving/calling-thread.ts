import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { Caller } from "./caller.ts";

/** Calls that the thread is to make, and where it writes the statuses of its last calls, after a sign that it is done. */
export interface CallingThreadData {
  readonly url: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly statuses: SharedArrayBuffer;
}

const { url, token, headers, statuses } = workerData as CallingThreadData;
const main = parentPort as MessagePort;
const cells = new Int32Array(statuses);

const caller = new Caller(url, token, headers);
await caller.callTimes(72);
main.postMessage("ready");
await once(main, "message");
const told = await caller.callTimes(cells.length - 1);
cells.set(
  told.map(({ status }) => status),
  1,
);
Atomics.store(cells, 0, 1);
Atomics.notify(cells, 0);
