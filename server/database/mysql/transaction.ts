import type { PoolConnection, ResultSetHeader } from "mysql2";
import type { DataSource, QueryRunner } from "typeorm";
import { guardedWork, type Work } from "../guarded-work.ts";
import { DatabaseUnavailable } from "../unavailable.ts";
import { isConnectionLoss } from "./connection-loss.ts";

/**
 * Does work in a transaction on its own connection, without retrying.
 *
 * @throws DatabaseUnavailable when the database cannot be reached, or the connection was lost meanwhile.
 */
export async function mysqlTransaction<Result>(source: DataSource, work: Work<Result>): Promise<Result> {
  const runner = source.createQueryRunner();
  const query = runner.query.bind(runner);
  let isCommitting = false;
  try {
    return await keepingFree(runner, async () => {
      expectOpen(await query("START TRANSACTION"));
      const result = await guardedWork(runner, work, expectOpen);
      isCommitting = true;
      await query("COMMIT");
      return result;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable || !isConnectionLoss(error)) throw error;
    throw new DatabaseUnavailable(error, isCommitting);
  }
}

/**
 * Uses the connection of a runner, and returns it without a transaction: otherwise the next one to begin there would
 * commit the rest.
 */
async function keepingFree<Result>(runner: QueryRunner, use: () => Promise<Result>): Promise<Result> {
  const connection: PoolConnection = await runner.connect();
  const own = { query: runner.query.bind(runner), connect: async () => connection };
  try {
    const result = await use();
    await runner.release();
    return result;
  } catch (error) {
    if (isConnectionLoss(error)) connection.destroy();
    else await undo(own);
    await runner.release();
    throw error;
  }
}

/** Rolls back a failed transaction. If that fails too, the connection is closed, and its server rolls back. */
export async function undo(runner: {
  query(sql: string): Promise<unknown>;
  connect(): Promise<PoolConnection>;
}): Promise<void> {
  try {
    await runner.query("ROLLBACK");
  } catch {
    (await runner.connect()).destroy();
  }
}

/** Flag in a server's answers to statements that change rows. */
const inTransaction = 1;

/** @throws Error if the transaction is over, so that changes would be stored one by one */
function expectOpen(answer: unknown): void {
  const status = (answer as Partial<ResultSetHeader> | undefined)?.serverStatus;
  if (status !== undefined && (status & inTransaction) === 0)
    throw new Error("The server has ended the transaction before its commit.");
}
