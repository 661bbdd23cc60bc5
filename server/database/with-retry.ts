import { setTimeout as delay } from "node:timers/promises";
import type { Dialect } from "./dialect.ts";

/** Runs a transaction, and repeats it when the database aborted it in favour of another. */
export async function withRetry<Result>(
  dialect: Pick<Dialect, "attemptsMax">,
  transact: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      if (attempt >= dialect.attemptsMax(error)) throw error;
      // The second attempt follows at once; transactions that keep conflicting must retry at different times.
      if (attempt > 1) await delay(Math.random() * Math.min(attempt, longestPauses) * 2);
    }
  }
}

/** Attempts after which pauses stop growing: 40 ms. */
const longestPauses = 20;
