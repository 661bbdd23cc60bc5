import mysql, { type PoolConnection, type PoolOptions } from "mysql2";
import { DatabaseUnavailable } from "../unavailable.ts";
import { isConnectionLoss } from "./connection-loss.ts";

/** Driver in place of mysql2 for TypeORM: pools whose connections get the session settings of the service. */
export const mysqlDriver = {
  createPool(options: PoolOptions) {
    const pool = mysql.createPool({ ...options, typeCast: readInteger });
    pool.on("connection", prepare);
    const connect = pool.getConnection.bind(pool);
    pool.getConnection = (done) => connect((error, connection) => done(error && clearly(error), connection));
    return pool;
  },
};

/** Longest wait of a statement for another transaction's lock. */
const lockWaitSeconds = 5;

const session = [
  // Values that do not fit are refused, not truncated.
  "sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "time_zone = '+00:00'",
  `innodb_lock_wait_timeout = ${lockWaitSeconds}`,
];

/**
 * Settings for Galera; other servers lack them, or they have no effect there. A read, and the begin of a transaction, waits
 * until its node has what other nodes have committed: a key that was revoked there must not be good here.
 */
const onGalera = "wsrep_sync_wait = 7";

function prepare(connection: PoolConnection): void {
  // A connection executes its statements in order. A connection that cannot be set up must not be used.
  const destroyOnError = (error: NodeJS.ErrnoException | null) => {
    if (error !== null && error.code !== "ER_UNKNOWN_SYSTEM_VARIABLE") connection.destroy();
  };
  connection.query(`SET SESSION ${session.join(", ")}`, destroyOnError);
  // READ COMMITTED: every statement sees the latest committed rows, as a writer that checks and then writes needs, and
  // takes no gap locks, which would cause deadlocks with unrelated inserts. Rows that must not change between a read and
  // a write are locked by the read, or written under a condition.
  connection.query(`SET SESSION ${onGalera}`, destroyOnError);
  connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", destroyOnError);
}

const integerTypes = new Set(["TINY", "SHORT", "INT24", "LONG", "LONGLONG"]);

/** Reads every integer as a bigint, as SQLite does: beyond 2^53 a number would lose digits. */
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
