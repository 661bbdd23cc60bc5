/** What is to be done about the time that has gone by. */
export type RotationEffect = "nothing" | "ask" | "end";

/** When a question could not be asked, it is tried again so much later. */
const retryMs = 5_000;

/**
 * When a channel must authenticate anew: within each rotation window once. It is asked for when a third of the window is
 * left, again where asking failed, and the channel ends with the window. Times are milliseconds from any fixed moment.
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

  /** The question could not be asked: it is due again. */
  notAsked(nowMs: number): void {
    this.#asksAtMs = nowMs + retryMs;
  }

  renewed(nowMs: number): void {
    this.#endsAtMs = nowMs + this.#windowMs;
    this.#asksAtMs = this.#endsAtMs - this.#windowMs / 3;
  }
}
