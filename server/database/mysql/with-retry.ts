import { setTimeout as delay } from "node:timers/promises";
import { driverErrorOf } from "../unavailable.ts";

/** How often a transaction that the database broke off for the sake of another is tried, by the database's error. */
const tries = new Map([
  ["ER_LOCK_DEADLOCK", 20],
  // Each of them has waited for as long as a statement waits.
  ["ER_LOCK_WAIT_TIMEOUT", 2],
]);

/** Does a transaction, and again when the database broke it off. */
export async function withRetry<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let round = 1; ; round++) {
    try {
      return await transact();
    } catch (error) {
      const { code = "" } = driverErrorOf(error);
      if (round >= (tries.get(code) ?? 1)) throw error;
      // At first at once; those that keep meeting each other must come at different times.
      if (round > 1) await delay(Math.random() * round * 2);
    }
  }
}
