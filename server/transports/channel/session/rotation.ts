/** Action that is due. */
export type RotationEffect = "nothing" | "ask" | "end";

/** Delay before another attempt to ask for a token. */
const retryMs = 5_000;

/**
 * Schedule of re-authentication: once in each rotation window. The client is asked when a third of the window is left,
 * again if asking failed, and the channel ends with the window. Times are milliseconds from any fixed moment.
 */
export class Rotation {
  readonly #windowMs: number;
  #endsAtMs = 0;
  #asksAtMs = 0;

  constructor(windowMs: number, nowMs: number) {
    this.#windowMs = windowMs;
    this.renewed(nowMs);
  }

  get endsAtMs(): number {
    return this.#endsAtMs;
  }

  tick(nowMs: number): RotationEffect {
    if (nowMs >= this.#endsAtMs) return "end";
    if (nowMs < this.#asksAtMs) return "nothing";
    this.#asksAtMs = Number.POSITIVE_INFINITY;
    return "ask";
  }

  /** Tries again later, because asking failed. */
  postpone(nowMs: number): void {
    this.#asksAtMs = nowMs + retryMs;
  }

  renewed(nowMs: number): void {
    this.#endsAtMs = nowMs + this.#windowMs;
    this.#asksAtMs = this.#endsAtMs - this.#windowMs / 3;
  }
}
