import type { Piscina } from "piscina";
import { Fault } from "../core/fault.ts";

type RunOptions = Parameters<Piscina["run"]>[1];

/** A pool of threads, with a signal for when they may be ended. */
export interface StartedPool {
  readonly pool: Piscina;
  /** Resolves when every present thread has loaded its program, or has ended. */
  readonly loaded: () => Promise<unknown>;
}

export interface ThreadPool {
  /** @throws Fault UNAVAILABLE if no thread can be started */
  run(task: unknown, options: RunOptions): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a pool of threads with the first task. If a thread cannot be started, for example because of too many open
 * files, all tasks of the pool fail, and so do new ones until its other threads have ended. The next task then starts
 * another pool.
 */
export function threadPool(start: () => StartedPool): ThreadPool {
  const waiting = new Set<(fault: Fault) => void>();
  let started: StartedPool | undefined;
  let firstLoaded: Promise<unknown> | undefined;
  let ending: { readonly done: Promise<void>; readonly fault: Fault } | undefined;

  function open(): StartedPool {
    const opened = start();
    firstLoaded = opened.loaded();
    // A thread without a task reports its failure here; without a listener the process would end.
    opened.pool.on("error", (error) => giveUp(opened, error));
    return opened;
  }

  function giveUp(broken: StartedPool, error: unknown): void {
    if (broken !== started) return;
    started = undefined;
    const fault = noThread(error);
    for (const reject of waiting) reject(fault);
    waiting.clear();
    const done = broken
      .loaded()
      .then(() => broken.pool.destroy())
      .finally(() => {
        ending = undefined;
      });
    ending = { done, fault };
  }

  return {
    run(task, options) {
      if (ending !== undefined) return Promise.reject(ending.fault);
      started ??= open();
      const opened = started;
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        opened.pool
          .run(task, options)
          .then(resolve, (error: unknown) => {
            // If the thread has failed, the pool has replaced it.
            void opened.loaded();
            if (isUnstarted(error)) giveUp(opened, error);
            reject(error);
          })
          .finally(() => waiting.delete(reject));
      });
    },
    async close() {
      await ending?.done;
      await firstLoaded;
      await started?.pool.close();
    },
  };
}

function isUnstarted(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ERR_WORKER_INIT_FAILED";
}

function noThread(cause: unknown): Fault {
  const message =
    "The service cannot start a thread for the call, as it has too many open files or threads, or too little memory. " +
    "Repeat the call with the same ids.";
  return new Fault("UNAVAILABLE", message, { retryAfterSeconds: 5 }, { cause });
}
