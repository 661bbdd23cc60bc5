import { hasJumped, isCurrent, isSound, type Quotation } from "../decide/quotation.ts";

/** What a source is believed. */
export interface RateBounds {
  /** An older quotation is no current one. */
  readonly maxAgeMs: number;
  /** Most that the middle rises to at once, in percent of what it was, and falls likewise; undefined for any jump. */
  readonly jumpPercentMax: number | undefined;
  /** How long a quotation is what later ones are measured by. After it, what was a jump is believed. */
  readonly memoryMs: number;
}

/** What one source says, as far as it is believed: what cannot be true, or jumps, is no quotation at all. */
export class RateBook {
  readonly #bounds: RateBounds;
  readonly #said = new Map<string, Quotation>();
  readonly #believed = new Map<string, Quotation>();

  constructor(bounds: RateBounds) {
    this.#bounds = bounds;
  }

  /** Takes what the source says now, in place of what it said before of the same two assets. */
  enter(quotations: readonly Quotation[], nowMs: number): void {
    for (const quotation of quotations) {
      const pair = `${quotation.source} ${quotation.target}`;
      const isGood = isSound(quotation) && isCurrent(quotation, nowMs, this.#bounds.maxAgeMs);
      const isBelieved = isGood && !this.#isJump(quotation, this.#believed.get(pair));
      if (isBelieved) this.#believed.set(pair, quotation);
      this.#said.set(pair, quotation);
    }
  }

  /** What of it can be used now. */
  current(nowMs: number): Quotation[] {
    const believed = (quotation: Quotation, pair: string) => this.#believed.get(pair) === quotation;
    return [...this.#said]
      .filter(([pair, quotation]) => believed(quotation, pair) && isCurrent(quotation, nowMs, this.#bounds.maxAgeMs))
      .map(([, quotation]) => quotation);
  }

  #isJump(after: Quotation, before: Quotation | undefined): boolean {
    const { jumpPercentMax, memoryMs } = this.#bounds;
    if (before === undefined || jumpPercentMax === undefined || after.atMs - before.atMs > memoryMs) return false;
    return hasJumped(before, after, jumpPercentMax);
  }
}
