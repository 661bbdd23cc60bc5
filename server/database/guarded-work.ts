import type { EntityManager, QueryRunner } from "typeorm";

/** Work of a transaction, which may use only the transaction's manager. */
export type Work<Result> = (manager: EntityManager) => Promise<Result>;

/**
 * Does work in a transaction that is open on the connection of the given runner.
 *
 * Statements run one at a time, and none runs after one that failed, even if the work ignores the error: a database
 * that has ended the transaction by itself would store each further statement separately. For the same reason the
 * runner accepts no statement after the work has ended.
 *
 * @param look called with the answer to each statement; throws if that shows that the transaction is over
 * @throws the error of the work, or that of a failed statement if the work ignored it
 */
export async function guardedWork<Result>(
  runner: QueryRunner,
  work: Work<Result>,
  look: (answer: unknown) => void = () => undefined,
): Promise<Result> {
  const query = runner.query.bind(runner) as (...statement: unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  let isOver = false;

  async function send(statement: unknown[]): Promise<unknown> {
    if (failure !== undefined) throw failure.error;
    try {
      const answer = await query(...statement);
      look(answer);
      return answer;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }

  function inTurn(...statement: unknown[]): Promise<unknown> {
    if (isOver) return Promise.reject(new Error("A statement came after the end of its transaction."));
    const answer = last.then(() => send(statement));
    last = answer.catch(() => undefined);
    return answer;
  }

  runner.query = inTurn as typeof runner.query;
  // Otherwise the library would begin its own transactions, and commit this one with them.
  Object.assign(runner, { isTransactionActive: true, startTransaction: refuse });
  try {
    const result = await work(runner.manager);
    isOver = true;
    await last;
    if (failure !== undefined) throw (failure as { error: unknown }).error;
    return result;
  } finally {
    isOver = true;
    await last;
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("Transactions cannot be nested."));
}
