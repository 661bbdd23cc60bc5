import type { Random } from "../../../support/laws/random.ts";

/** Source of random faults and delays. */
export class Faults {
  readonly #random: Random;
  /** Factor of all fault probabilities, from 0 (no faults) to 1. */
  rate = 1;

  constructor(random: Random) {
    this.#random = random;
  }

  happen(chance: number): boolean {
    return this.#random.chance(chance * this.rate);
  }

  /** Returns a delay in ms: mostly below `usualMs`, rarely up to `mostMs`. */
  delay(usualMs: number, mostMs: number): number {
    return this.#random.below(this.happen(0.05) ? mostMs : usualMs);
  }
}
