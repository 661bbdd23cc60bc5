import { setImmediate as turn } from "node:timers/promises";

/** Callers who call one time after the other until they are told to stop, and what they were answered. */
export class Load {
  answered = 0;
  isOver = false;
  readonly errors: string[] = [];
  readonly #callers: Promise<void>[] = [];
  readonly #waiting = new Set<() => void>();

  /** Adds a caller. `call` is given the number of the call, from 0. */
  add(name: string, call: (number: number) => Promise<unknown>): void {
    const caller = async () => {
      for (let number = 0; !this.isOver; number++) {
        try {
          await call(number);
        } catch (error) {
          this.errors.push(`${name}: ${error}`);
          // Calls that fail at once would leave no time for anything else.
          await turn();
        }
        this.answered++;
        for (const look of this.#waiting) look();
      }
    };
    this.#callers.push(caller());
  }

  /** Resolves after so many more answers, or when it is over. */
  more(count: number): Promise<void> {
    const enough = this.answered + count;
    return new Promise((resolve) => {
      const look = () => {
        if (this.answered < enough && !this.isOver) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.#callers);
    for (const look of this.#waiting) look();
  }
}
