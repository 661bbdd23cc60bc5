import { setTimeout as delay } from "node:timers/promises";
import type { DataSource, EntityManager } from "typeorm";
import type { Store } from "./source.ts";
import { DatabaseUnavailable, driverErrorOf, isConnectionLoss } from "./unavailable.ts";

/** A store of which every transaction has a connection of its own. */
export function overPool(source: DataSource): Store {
  const underWay = new Set<Promise<unknown>>();
  let isClosing = false;
  return {
    kind: "mysql",
    manager: source.manager,
    transact(work) {
      if (isClosing) return Promise.reject(new Error("The database is closed."));
      const result = transactPatiently(source, work);
      const settled = result.catch(() => undefined).finally(() => underWay.delete(settled));
      underWay.add(settled);
      return result;
    },
    async close() {
      isClosing = true;
      await Promise.all(underWay);
      if (source.isInitialized) await source.destroy();
    },
  };
}

/** How often a transaction that the database broke off for the sake of another is tried, by the database's error. */
const tries = new Map([
  ["ER_LOCK_DEADLOCK", 20],
  // Each of them has waited for as long as a statement waits.
  ["ER_LOCK_WAIT_TIMEOUT", 2],
]);

async function transactPatiently<Result>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  for (let round = 1; ; round++) {
    try {
      return await transactOnce(source, work);
    } catch (error) {
      const { code = "" } = driverErrorOf(error);
      if (round >= (tries.get(code) ?? 1)) throw error;
      // At first at once; those that keep meeting each other must come at different times.
      if (round > 1) await delay(Math.random() * round * 2);
    }
  }
}

async function transactOnce<Result>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false;
  try {
    return await source.transaction(async (manager) => {
      const result = await work(manager);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable || !isConnectionLoss(error)) throw error;
    throw new DatabaseUnavailable(error, isCommitting);
  }
}
