import { Worker } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { disableWasmCodeGc } from "../../core/wasm-code-gc.ts";

/** Pages in the write-ahead log after which they are moved into the database file: 32 MiB. */
const pagesMax = 8_000;

/**
 * Pages left to the connection itself, so that the log is empty for a moment and is then written from its beginning.
 */
const fewPages = 1_000;

/** Pages of the write-ahead log, and how many of them are in the database file too. */
interface Log {
  readonly log: bigint;
  readonly checkpointed: bigint;
}

/**
 * Moves pages from the write-ahead log into the database file on its own thread, since doing it stalls a writer for up
 * to 100 ms. The thread starts when the log is full for the first time.
 *
 * An error loses nothing, because the pages stay in the log. SQLite itself moves them at 64000, and a full disk fails
 * transactions.
 */
export class Checkpoints {
  readonly #connection: Connection;
  readonly #program: URL;
  readonly #pages: () => Log;
  #thread: Worker | undefined;
  #isAtWork = false;
  /** Length of the log at which the thread is notified again. */
  #dueAt = pagesMax;

  /** @param program of the thread; for tests */
  constructor(connection: Connection, program = new URL("./checkpoint-worker.ts", import.meta.url)) {
    this.#connection = connection;
    this.#program = program;
    const noop = connection.prepare<[], Log>("PRAGMA wal_checkpoint(NOOP)");
    this.#pages = () => noop.get() as Log;
  }

  /** Starts moving pages if there are many. Called after each transaction, outside of any. */
  written(): void {
    if (this.#isAtWork) return;
    const { log, checkpointed } = this.#pages();
    const left = Number(log - checkpointed);
    if (log < pagesMax) this.#dueAt = pagesMax;
    if (log < pagesMax || left === 0) return;
    if (left <= fewPages) this.#connection.pragma("wal_checkpoint(PASSIVE)");
    else if (log >= this.#dueAt) this.#ask(Number(log), left);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    this.#thread = undefined;
    // An unreferenced thread does not keep the process alive.
    thread.ref();
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    thread.postMessage("close");
    await ended;
  }

  #ask(log: number, left: number): void {
    this.#isAtWork = true;
    // While a reader such as a backup holds an old state, nothing moves, so asking again soon is useless.
    this.#dueAt = left > fewPages ? log + fewPages : pagesMax;
    this.#thread ??= this.#start();
    this.#thread.postMessage("move");
  }

  #start(): Worker {
    disableWasmCodeGc();
    const thread = new Worker(this.#program, { workerData: this.#connection.name });
    thread.unref();
    thread.on("message", () => {
      this.#isAtWork = false;
    });
    thread.on("error", () => {
      this.#thread = undefined;
      this.#isAtWork = false;
      this.#dueAt += pagesMax;
    });
    return thread;
  }
}
