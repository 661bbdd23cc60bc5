import type { EntityManager } from "typeorm";
import type { Database } from "../database/source.ts";
import { silentAfterMs } from "../modules/processes/domain/process.ts";
import { runningProcesses } from "../modules/processes/running.ts";
import { storedProcesses } from "../modules/processes/store/processes.ts";

/**
 * Refuses while processes serve on a database.
 *
 * @param manager of a transaction that is open; absent: that of the database
 * @throws Error that names them
 */
export async function requireStopped(database: Database, manager: EntityManager = database.manager): Promise<void> {
  const running = await runningProcesses(storedProcesses({ ...database, manager }));
  if (running.length === 0) return;
  const names = running.map(({ host, pid }) => `process ${pid} on ${host}`).join(", ");
  throw new Error(
    `the service is running: ${names}. Stop it first; one that was killed counts as running for ${silentAfterMs / 1_000} s`,
  );
}
