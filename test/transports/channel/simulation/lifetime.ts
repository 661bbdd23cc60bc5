import type { Clock } from "../../../../clients/typescript/src/clock.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Error of work that belongs to an ended process. */
export class ProcessKilled extends Error {}

/** The lifetime of a process, which may end at any moment. Timers that it has started are ignored afterwards. */
export class Lifetime implements Clock {
  readonly #time: VirtualTime;
  readonly #onEnd: (() => void)[] = [];
  #isOver = false;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
    for (const act of this.#onEnd.splice(0)) act();
  }

  onEnd(act: () => void): void {
    this.#onEnd.push(act);
  }

  now = () => this.#time.nowMs;

  after(ms: number, act: () => void): () => void {
    return this.#time.after(ms, () => {
      if (!this.#isOver) act();
    });
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** @throws ProcessKilled */
  check(): void {
    if (this.#isOver) throw new ProcessKilled();
  }
}
