/** Time, so that tests can have their own. */
export interface Clock {
  /** Milliseconds from any fixed moment, never set back. */
  now(): number;
  /** Calls once, so much later; answers how to take that back. */
  after(ms: number, act: () => void): () => void;
}

/** The longest that timers wait. */
const timerMsMax = 2_147_483_647;

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, Math.ceil(ms)), timerMsMax));
    return () => clearTimeout(timer);
  },
};

/** A random number in [0, 1), from the source of keys. */
export function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32;
}

/** One timer, which is set anew after everything that happens. */
export class Alarm {
  readonly #clock: Clock;
  readonly #act: () => void;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, act: () => void) {
    this.#clock = clock;
    this.#act = act;
  }

  /** At infinity: not at all. */
  set(atMs: number): void {
    this.#cancel?.();
    this.#cancel = Number.isFinite(atMs) ? this.#clock.after(atMs - this.#clock.now(), this.#act) : undefined;
  }
}
