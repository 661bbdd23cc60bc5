import { timeoutMsMax } from "./timeouts.ts";

/** A monotonic clock with timers; tests provide their own. */
export interface Clock {
  /** Milliseconds since an arbitrary origin; never decreases. */
  now(): number;
  /** Calls a function once after a delay. Returns a function that cancels the call. */
  after(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, Math.ceil(ms)), timeoutMsMax));
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
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, act: () => void) {
    this.#clock = clock;
    this.#act = act;
  }

  /** Schedules the call, replacing an earlier schedule; infinity cancels it. */
  set(atMs: number): void {
    this.#cancel?.();
    this.#cancel = Number.isFinite(atMs) ? this.#clock.after(atMs - this.#clock.now(), this.#act) : undefined;
  }
}
