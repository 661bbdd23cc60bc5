import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { Link } from "../../threads/serving/link.ts";
import { startedSmall } from "./small-start.ts";
import type { ThreadData } from "./thread-data.ts";

/** A thread that serves the port. */
export interface ServingThread {
  readonly link: Link;
  /** Address of its port. Rejects if the port cannot be opened, or the thread ends before. */
  readonly opened: Promise<AddressInfo>;
  /** Resolves with the reason when the thread has ended. */
  readonly ended: Promise<Error>;
  /** Ends it at once, with its connections. */
  terminate(): Promise<unknown>;
}

/** Starts a thread that serves. */
export function startServingThread(
  program: URL,
  data: ThreadData,
  attend: (link: Link, thread: number) => void,
): ServingThread {
  const worker = startedSmall(() => new Worker(program, { workerData: data, name: "port" }));
  const link = new Link(worker);
  attend(link, data.thread);
  let reason: Error | undefined;
  worker.once("error", (error) => {
    reason = error as Error;
  });
  const ended = once(worker, "exit").then(([code]) => {
    link.end();
    return reason ?? new Error(`the thread has ended with the code ${code}`);
  });
  const opened = new Promise<AddressInfo>((resolve, reject) => {
    link.hear("opened", (result) => {
      if ("message" in result) reject(Object.assign(new Error(result.message), { code: result.code }));
      else resolve(result);
    });
    void ended.then(reject);
  });
  opened.catch(() => {});
  return { link, opened, ended, terminate: () => worker.terminate() };
}
