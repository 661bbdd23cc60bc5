import { type Transferable, Worker } from "node:worker_threads";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";

/** What a thread is started with. */
export interface ThreadTask {
  /** The program that it runs, which sends one message when it is done. */
  readonly program: URL;
  readonly workerData: object;
  readonly transferList?: readonly Transferable[];
}

/** Does work that would keep others waiting on a thread of its own, and answers its message. Aborting ends the thread. */
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
    // By itself, unless it is aborted: SQLite closes what it has open, and must not be torn away from it.
    await ended;
    signal.removeEventListener("abort", stop);
  }
}
