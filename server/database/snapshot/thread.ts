import { type Transferable, Worker } from "node:worker_threads";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";

/** Start parameters of a thread. */
export interface ThreadTask {
  /** Program of the thread; it sends one message when it has finished. */
  readonly program: URL;
  readonly workerData: object;
  readonly transferList?: readonly Transferable[];
}

/** Runs work that would block the event loop on a thread; returns the thread's message. Aborting ends the thread. */
export async function onThread<Reply>(task: ThreadTask, signal: AbortSignal): Promise<Reply> {
  const { program, workerData, transferList = [] } = task;
  signal.throwIfAborted();
  disableWasmCodeGc();
  const worker = new Worker(program, { workerData, transferList: [...transferList] });
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop);
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  try {
    return await new Promise<Reply>((resolve, reject) => {
      worker.once("error", reject);
      worker.once("exit", () => reject(signal.aborted ? signal.reason : new Error("a thread ended before its work")));
      worker.once("message", resolve);
    });
  } finally {
    // Unless aborted, the thread ends by itself: SQLite must close its files first.
    await ended;
    signal.removeEventListener("abort", stop);
  }
}
