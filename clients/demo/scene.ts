import type { Session } from "./session.ts";
import type { Wines } from "./wines.ts";

/** A demonstration of one capability of the service, on all wines. */
export interface Scene {
  readonly questionsPerWine: number;
  /** Calls the service, checks the mathematical guarantees, and returns a table of results. */
  show(session: Session, wines: Wines): Promise<string[][]>;
}

/** Far above the rounding errors of 13 numbers, far below any real deviation. */
const tolerance = 1e-12;

/** Fails the demo if numbers that must be 0 are not. */
export function promise(what: string, deviations: readonly number[]): void {
  const worst = Math.max(...deviations.map(Math.abs));
  if (!(worst <= tolerance)) throw new Error(`a promise is broken: ${what}, but one wine is off by ${worst}`);
}
