import type { Random } from "../../../support/laws/random.ts";

/** How much goes wrong. */
export class Faults {
  readonly #random: Random;
  /** From 0, nothing, to 1. */
  trouble = 1;

  constructor(random: Random) {
    this.#random = random;
  }

  happen(chance: number): boolean {
    return this.#random.chance(chance * this.trouble);
  }

  /** Milliseconds: mostly a few, and now and then as many as the most. */
  delay(usualMs: number, mostMs: number): number {
    return this.#random.below(this.happen(0.05) ? mostMs : usualMs);
  }
}
