import { timeoutMsMax } from "./timeouts.ts";

/** A monotonic clock with timers; tests provide their own. */
export interface Clock {
  /** Milliseconds since an arbitrary origin; never decreases. */
  now(): number;
  /**
   * Calls a function once after a delay. Returns a function that cancels the call.
   *
   * @param options `isIdle`: the wait does not keep the program running
   */
  after(ms: number, act: () => void, options?: TimerOptions): () => void;
}

export interface TimerOptions {
  readonly isIdle?: boolean;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, act, { isIdle = false } = {}) {
    const timer = setTimeout(act, Math.min(Math.max(0, Math.ceil(ms)), timeoutMsMax));
    // A browser's timer is a number.
    if (isIdle && typeof timer === "object") (timer as { unref(): void }).unref();
    return () => clearTimeout(timer);
  },
};

/** Returns a random number in [0, 1) from the cryptographic source. */
export function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32;
}

/** A timer that can be rescheduled. */
export class Alarm {
  readonly #clock: Clock;
  readonly #act: () => void;
  readonly #options: TimerOptions;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, act: () => void, options: TimerOptions = {}) {
    this.#clock = clock;
    this.#act = act;
    this.#options = options;
  }

  /** Schedules the call, replacing an earlier schedule; infinity cancels it. */
  set(atMs: number): void {
    this.#cancel?.();
    this.#cancel = Number.isFinite(atMs)
      ? this.#clock.after(atMs - this.#clock.now(), this.#act, this.#options)
      : undefined;
  }
}
