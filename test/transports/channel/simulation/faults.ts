import type { Random } from "../../../support/laws/random.ts";

/** Rate of faults. */
export class Faults {
  readonly #random: Random;
  /** From 0, none, to 1. */
  trouble = 1;

  constructor(random: Random) {
    this.#random = random;
  }

  happen(chance: number): boolean {
    return this.#random.chance(chance * this.trouble);
  }

  /** Returns a delay in milliseconds: mostly short, now and then up to the maximum. */
  delay(usualMs: number, mostMs: number): number {
    return this.#random.below(this.happen(0.05) ? mostMs : usualMs);
  }
}
