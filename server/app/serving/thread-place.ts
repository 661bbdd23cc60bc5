import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { limits } from "../../core/limits.ts";
import type { ServingThread } from "./serving-thread.ts";

export interface PlaceDeps {
  readonly start: () => ServingThread;
  /** Called when a thread has ended that should not have. */
  readonly onLost: (reason: Error) => void;
  /** Called with each new thread that could not open the port, and the number of failures in a row. */
  readonly onFailed: (reason: Error, failures: number) => void;
  readonly pace?: Partial<Pace>;
}

/** Pace at which threads are watched and replaced. */
export interface Pace {
  /** Pause before another thread is started, by how many have ended early in a row. */
  readonly pauseMs: (failures: number) => number;
  /** Interval between questions whether a thread takes turns, and the number of them after which it does not. */
  readonly pingMs: number;
  readonly unansweredMax: number;
}

const usualPace: Pace = {
  pauseMs: (failures) => (failures === 0 ? 0 : Math.min(limits.threadPauseMsMax, 125 * 2 ** failures)),
  pingMs: limits.threadPingMs,
  unansweredMax: limits.threadPingsUnansweredMax,
};

/** A place among the threads of the port: a thread that ends or hangs is replaced by another. */
export class ThreadPlace {
  readonly #deps: PlaceDeps;
  readonly #pace: Pace;
  readonly #closing = new AbortController();
  #thread: ServingThread | undefined;
  #startedMs = 0;
  /** Threads that have ended early, in a row. */
  #failures = 0;

  constructor(deps: PlaceDeps) {
    this.#deps = deps;
    this.#pace = { ...usualPace, ...deps.pace };
  }

  /** Thread that serves; undefined while there is none. */
  get thread(): ServingThread | undefined {
    return this.#thread;
  }

  /** Starts the first thread. Rejects if it cannot open the port. */
  async open(): Promise<AddressInfo> {
    const thread = this.#deps.start();
    try {
      const address = await thread.opened;
      this.#serve(thread);
      return address;
    } catch (error) {
      await thread.terminate();
      throw error;
    }
  }

  /** Replaces no thread from now on. */
  stop(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    this.stop();
    await this.#thread?.terminate();
  }

  #serve(thread: ServingThread): void {
    this.#thread = thread;
    this.#startedMs = performance.now();
    const watch = watchTurns(thread, this.#pace);
    void thread.ended.then((reason) => {
      clearInterval(watch);
      this.#thread = undefined;
      if (this.#closing.signal.aborted) return;
      this.#deps.onLost(reason);
      if (performance.now() - this.#startedMs >= limits.threadSteadyMs) this.#failures = 0;
      void this.#replace();
    });
  }

  async #replace(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const pauseMs = this.#pace.pauseMs(this.#failures);
      this.#failures++;
      await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => {});
      if (this.#closing.signal.aborted) return;
      const thread = this.#deps.start();
      try {
        await thread.opened;
        if (this.#closing.signal.aborted) await thread.terminate();
        else this.#serve(thread);
        return;
      } catch (error) {
        await thread.terminate();
        this.#deps.onFailed(error as Error, this.#failures);
      }
    }
  }
}

/** Ends a thread that no longer takes turns of its event loop. Counts questions: this thread, too, may have been busy. */
function watchTurns(thread: ServingThread, { pingMs, unansweredMax }: Pace): NodeJS.Timeout {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= unansweredMax) {
      clearInterval(timer);
      void thread.terminate();
    } else if (unanswered++ === 0) {
      thread.link.ask("ping", undefined).then(
        () => {
          unanswered = 0;
        },
        () => {},
      );
    }
  }, pingMs);
  return timer.unref();
}
