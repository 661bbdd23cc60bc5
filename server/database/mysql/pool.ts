import type { DataSource, EntityManager } from "typeorm";
import type { Store } from "../source.ts";
import { DatabaseUnavailable, isConnectionLoss } from "../unavailable.ts";
import type { Scripts } from "./scripts.ts";
import { withRetry } from "./with-retry.ts";

/** A store of which every transaction has a connection of its own. */
export function overPool(source: DataSource, scripts: Scripts): Store {
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  function whileOpen<Result>(transact: () => Promise<Result>): Promise<Result> {
    if (closing !== undefined) return Promise.reject(new Error("The database is closed."));
    const result = transact();
    const settled = result.catch(() => undefined).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return result;
  }

  async function closeAll(): Promise<void> {
    await Promise.all(underWay);
    await scripts.close();
    await source.destroy();
  }

  return {
    kind: "mysql",
    manager: source.manager,
    transact: (work) => whileOpen(() => withRetry(() => transactOnce(source, work))),
    transactByScripts: (work) => whileOpen(() => scripts.transact(work)),
    close: () => (closing ??= closeAll()),
  };
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
