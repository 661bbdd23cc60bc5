import { Fault } from "../../core/fault.ts";

/** Returns the fault of a call that has changed nothing before its deadline, and will not. */
export function deadlineExceeded(deadlineMs: number): Fault {
  const message = `The call took longer than ${deadlineMs / 1000} s and was given up; it has changed nothing.`;
  return new Fault("DEADLINE_EXCEEDED", message);
}

/** Deadline of a call that only reads. */
export class ReadDeadline {
  readonly #deadlineMs: number;
  readonly #leftMs: number;
  #controller: AbortController | undefined;

  constructor(deadlineMs: number, leftMs: number) {
    this.#deadlineMs = deadlineMs;
    this.#leftMs = leftMs;
  }

  /** Returns a signal that also aborts at the deadline. */
  with(signal: AbortSignal | undefined): AbortSignal {
    this.#controller ??= new AbortController();
    return signal === undefined ? this.#controller.signal : AbortSignal.any([signal, this.#controller.signal]);
  }

  /**
   * Waits for an answer until the deadline. A later answer is dropped.
   *
   * @throws Fault DEADLINE_EXCEEDED
   */
  keep<Value>(answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(deadlineExceeded(this.#deadlineMs));
        this.#controller?.abort();
      }, this.#leftMs);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}
