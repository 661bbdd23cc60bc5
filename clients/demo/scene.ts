import type { Session } from "./session.ts";
import type { Wines } from "./wines.ts";

/** One thing that the service can do, shown on all wines. */
export interface Scene {
  readonly questionsPerWine: number;
  /** Asks, checks what the mathematics promises, and answers a table of what came back. */
  show(session: Session, wines: Wines): Promise<string[][]>;
}

/** Far above what rounding does to 13 numbers, far below anything else. */
const tolerance = 1e-12;

/** Ends the demo where numbers that are 0 by the mathematics are not. */
export function promise(what: string, deviations: readonly number[]): void {
  const worst = Math.max(...deviations.map(Math.abs));
  if (!(worst <= tolerance)) throw new Error(`a promise is broken: ${what}, but one wine is off by ${worst}`);
}
