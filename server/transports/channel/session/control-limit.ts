/** So many of something in so long, as much at once as may be. Times are milliseconds from any fixed moment. */
export class ControlLimit {
  readonly #countMax: number;
  readonly #windowMs: number;
  #count = 0;
  #endsAtMs = Number.NEGATIVE_INFINITY;

  constructor(countMax: number, windowMs: number) {
    this.#countMax = countMax;
    this.#windowMs = windowMs;
  }

  /** Whether one more is allowed. */
  takes(nowMs: number): boolean {
    if (nowMs >= this.#endsAtMs) {
      this.#count = 0;
      this.#endsAtMs = nowMs + this.#windowMs;
    }
    this.#count += 1;
    return this.#count <= this.#countMax;
  }
}
