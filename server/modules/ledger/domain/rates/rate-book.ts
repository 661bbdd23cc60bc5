import { hasJumped, isCurrent, isSound, type Quotation } from "./quotation.ts";

/** Plausibility limits for the quotations of a source. */
export interface RateBounds {
  /** Age at which a quotation is stale. */
  readonly maxAgeMs: number;
  /** Largest jump of the mid price, in percent of the previous one (200: at most doubled or halved); undefined: no limit. */
  readonly jumpPercentMax: number | undefined;
  /** Time for which an accepted quotation limits the jump of later ones. */
  readonly memoryMs: number;
}

/** Quotations of one source. Those that are unsound, stale or jump too far are not used. */
export class RateBook {
  readonly #bounds: RateBounds;
  readonly #latest = new Map<string, Quotation>();
  readonly #accepted = new Map<string, Quotation>();

  constructor(bounds: RateBounds) {
    this.#bounds = bounds;
  }

  /** Replaces the quotations of the same pairs. */
  enter(quotations: readonly Quotation[], nowMs: number): void {
    for (const quotation of quotations) {
      const pair = `${quotation.source} ${quotation.target}`;
      const isGood = isSound(quotation) && isCurrent(quotation, nowMs, this.#bounds.maxAgeMs);
      const isAccepted = isGood && !this.#isJump(quotation, this.#accepted.get(pair));
      if (isAccepted) this.#accepted.set(pair, quotation);
      this.#latest.set(pair, quotation);
    }
  }

  /** Returns the latest quotation of each pair, if it was accepted and is not stale. */
  current(nowMs: number): Quotation[] {
    const isAccepted = (quotation: Quotation, pair: string) => this.#accepted.get(pair) === quotation;
    return [...this.#latest]
      .filter(([pair, quotation]) => isAccepted(quotation, pair) && isCurrent(quotation, nowMs, this.#bounds.maxAgeMs))
      .map(([, quotation]) => quotation);
  }

  #isJump(after: Quotation, before: Quotation | undefined): boolean {
    const { jumpPercentMax, memoryMs } = this.#bounds;
    if (before === undefined || jumpPercentMax === undefined || after.atMs - before.atMs > memoryMs) return false;
    return hasJumped(before, after, jumpPercentMax);
  }
}
