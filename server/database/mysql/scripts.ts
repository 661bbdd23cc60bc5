import type { PoolConnection, QueryError } from "mysql2";
import type { StoredRow } from "../dialect.ts";
import { errorCodeOf } from "../driver-error.ts";
import { DatabaseUnavailable } from "../unavailable.ts";
import { withRetry } from "../with-retry.ts";
import { isConnectionLoss } from "./connection-loss.ts";
import { mysqlDialect } from "./dialect.ts";
import type { HostPool } from "./host-pool.ts";
import type { ScriptOptions } from "./session.ts";

/** Runs statements one after the other, each of which sees what was committed before it; returns the rows of each. */
export type RunScript = (statements: readonly string[]) => Promise<StoredRow[][]>;

/**
 * Transactions with few round trips: statements that are given together are sent together. Each round trip takes a
 * single request about as long as the disk does.
 *
 * The statements contain all their values, formatted by `literal` or the driver's `format`. No other connection accepts
 * more than one statement at a time.
 */
export interface Scripts {
  /**
   * Runs the work in a transaction, then sends the statements that it returned as `last` together with the commit. A
   * transaction aborted in favour of another is repeated, so the work must have no effect except through its
   * statements.
   *
   * @throws DatabaseUnavailable when the database cannot be reached, or the connection was lost meanwhile.
   */
  transact<Result>(work: (run: RunScript) => Promise<ScriptEnd<Result>>): Promise<Result>;
  close(): Promise<void>;
}

/** End of a transaction. */
export interface ScriptEnd<Result> {
  readonly last: readonly string[];
  readonly result: Result;
  /**
   * Query that is sent with the commit and answered after it, and whether its rows show that the transaction is stored.
   * Galera nodes have reported successful commits and stored nothing.
   */
  readonly proof?: { readonly question: string; readonly holds: (rows: readonly StoredRow[]) => boolean } | undefined;
}

/** The database reported a successful commit, but the transaction is not stored. */
class CommitLost extends DatabaseUnavailable {}

export function overScripts(pool: HostPool): Scripts {
  const onGalera = new WeakMap<PoolConnection, boolean>();

  /**
   * Whether statements must be sent one by one. A Galera node that aborted a transaction in favour of another node's in
   * the middle of a script has executed the rest of the script outside any transaction: postings were stored without
   * entries.
   */
  async function isOneByOne(connection: PoolConnection): Promise<boolean> {
    const known = onGalera.get(connection);
    if (known !== undefined) return known;
    const [rows] = await answersTo(connection, ["SHOW GLOBAL VARIABLES LIKE 'wsrep_on'"]);
    const isOn = rows?.[0]?.["Value"] === "ON";
    onGalera.set(connection, isOn);
    return isOn;
  }

  return {
    transact: (work) => withRetry({ attemptsMax }, () => transactOnce(pool, isOneByOne, work)),
    close: () => new Promise((resolve, reject) => pool.end((error) => (error ? reject(error) : resolve()))),
  };
}

/**
 * Returns the largest number of attempts. Another node of a cluster may have committed since the state was read, with
 * the same numbers: locks are local to a node. With two other writers, two attempts in three fail.
 */
function attemptsMax(error: unknown): number {
  const isConflict =
    error instanceof CommitLost || mysqlDialect.isDuplicateKey(error) || errorCodeOf(error) === "ER_LOCK_DEADLOCK";
  return isConflict ? conflictAttemptsMax : mysqlDialect.attemptsMax(error);
}

const conflictAttemptsMax = 120;

/** Servers refuse packets over their configured maximum, 16 MiB by default. */
const scriptLength = 4_194_304;

async function transactOnce<Result>(
  pool: HostPool,
  isOneByOne: (connection: PoolConnection) => Promise<boolean>,
  work: (run: RunScript) => Promise<ScriptEnd<Result>>,
): Promise<Result> {
  const connection = await connectionOf(pool);
  let isCommitting = false;
  let begin: readonly string[] = ["START TRANSACTION"];
  const run: RunScript = async (statements) => {
    const all = [...begin, ...statements];
    const answers = (await isOneByOne(connection))
      ? await answersInTurn(connection, all)
      : await answersTo(connection, all);
    const own = answers.slice(begin.length);
    begin = [];
    return own;
  };
  try {
    const { last, result, proof } = await work(run);
    const scripts = inScripts([...last, "COMMIT", ...(proof === undefined ? [] : [proof.question])]);
    let answers: StoredRow[][] = [];
    for (const [index, statements] of scripts.entries()) {
      isCommitting = index === scripts.length - 1;
      answers = await run(statements);
    }
    if (proof !== undefined && !proof.holds(answers.at(-1) ?? []))
      throw new CommitLost({ message: "the commit is not stored" });
    connection.release();
    return result;
  } catch (error) {
    await leave(connection);
    if (!isConnectionLoss(error)) throw error;
    throw new DatabaseUnavailable(error, isCommitting);
  }
}

/** Groups statements into as few scripts as the length limit allows. */
function inScripts(statements: readonly string[]): string[][] {
  const scripts: string[][] = [[]];
  let length = 0;
  for (const statement of statements) {
    length += statement.length;
    if (length > scriptLength) {
      scripts.push([]);
      length = statement.length;
    }
    scripts.at(-1)?.push(statement);
  }
  return scripts;
}

function connectionOf(pool: HostPool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
}

function answersTo(connection: PoolConnection, statements: readonly string[]): Promise<StoredRow[][]> {
  return new Promise((resolve, reject) => {
    // Without `null` the driver would search the whole text for placeholders.
    const script: ScriptOptions = { sql: statements.join(";\n"), values: null, isBatch: statements.length > 1 };
    connection.query(script, (error: QueryError | null, answer: unknown) => {
      if (error !== null) reject(error);
      else resolve((statements.length === 1 ? [answer] : answer) as StoredRow[][]);
    });
  });
}

async function answersInTurn(connection: PoolConnection, statements: readonly string[]): Promise<StoredRow[][]> {
  const answers: StoredRow[][] = [];
  for (const statement of statements) answers.push(...(await answersTo(connection, [statement])));
  return answers;
}

/** Ends the transaction of a connection before it is reused. */
async function leave(connection: PoolConnection): Promise<void> {
  try {
    await answersTo(connection, ["ROLLBACK"]);
    connection.release();
  } catch {
    // The server rolls back the transaction of a closed connection.
    connection.destroy();
  }
}
