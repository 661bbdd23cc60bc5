import mysql, { type PoolConnection, type PoolOptions } from "mysql2";
import { DatabaseUnavailable } from "../unavailable.ts";
import { isConnectionLoss } from "./connection-loss.ts";

/** What TypeORM asks of mysql2: pools, of which every connection is set up as the service needs it. */
export const mysqlDriver = {
  createPool(options: PoolOptions) {
    const pool = mysql.createPool({ ...options, typeCast: readInteger });
    pool.on("connection", prepare);
    const connect = pool.getConnection.bind(pool);
    pool.getConnection = (done) => connect((error, connection) => done(error && clearly(error), connection));
    return pool;
  },
};

/** How long a statement waits for another transaction's lock. */
const lockWaitSeconds = 5;

const session = [
  // What does not fit is refused and not cut.
  "sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "time_zone = '+00:00'",
  `innodb_lock_wait_timeout = ${lockWaitSeconds}`,
];

function prepare(connection: PoolConnection): void {
  // Statements of a connection are worked in their order. One that cannot be set up must not be used.
  const destroyOnError = (error: Error | null) => error && connection.destroy();
  connection.query(`SET SESSION ${session.join(", ")}`, destroyOnError);
  // Every statement sees what is committed, as a writer must that checks and then writes; and no lock is held on gaps
  // between rows, where inserts of strangers would run into deadlocks. What must not change between a read and a write
  // is locked by the read, or written under a condition.
  connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", destroyOnError);
}

const integerTypes = new Set(["TINY", "SHORT", "INT24", "LONG", "LONGLONG"]);

/** Integers beyond 2^53 would lose digits as numbers. SQLite, too, answers every integer so. */
function readInteger(field: { type: string; string(): string | null }, next: () => unknown): unknown {
  if (!integerTypes.has(field.type)) return next();
  const digits = field.string();
  return digits === null ? null : BigInt(digits);
}

function clearly(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  return isConnectionLoss(error) && !(error.code ?? "").startsWith("ER_ACCESS")
    ? new DatabaseUnavailable(error)
    : error;
}
