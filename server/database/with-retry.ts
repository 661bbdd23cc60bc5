import { setTimeout as delay } from "node:timers/promises";
import type { Dialect } from "./dialect.ts";

/** Does a transaction, and does it again when the database broke it off for the sake of another. */
export async function withRetry<Result>(
  dialect: Pick<Dialect, "attemptsMax">,
  transact: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      if (attempt >= dialect.attemptsMax(error)) throw error;
      // The second attempt comes at once; those that keep meeting each other must come at different times.
      if (attempt > 1) await delay(Math.random() * Math.min(attempt, longestPauses) * 2);
    }
  }
}

/** Attempts after which pauses grow no longer: 40 ms. */
const longestPauses = 20;
