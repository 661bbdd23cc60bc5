import type { PoolConnection, QueryOptions } from "mysql2";

/** Longest silence of a server that has been asked something, and longest wait for a free connection; 0 is for ever. */
export interface AnswerTime {
  longestMs: number;
}

/** Longest wait of a statement for another transaction's lock. */
const lockWaitSeconds = 5;

const session = [
  // Values that do not fit are refused, not truncated.
  "sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "time_zone = '+00:00'",
  `innodb_lock_wait_timeout = ${lockWaitSeconds}`,
];

/**
 * Settings for Galera; MySQL lacks them. A read, and the begin of a transaction, waits until its node has what other nodes
 * have committed: a key that was revoked there must not be good here. A transaction of several statements in one packet
 * must not be repeated by the server: it has answered such commits with success and stored nothing.
 */
const onGalera = ["wsrep_sync_wait = 7", "wsrep_retry_autocommit = 0"];

/** Gives a new connection the session settings of the service, and a deadline for each of its statements. */
export function prepare(connection: PoolConnection, answers: AnswerTime): void {
  limit(connection, answers);
  // A connection executes its statements in order. A connection that cannot be set up must not be used.
  const destroyOnError = (error: NodeJS.ErrnoException | null) => {
    if (error !== null && error.code !== "ER_UNKNOWN_SYSTEM_VARIABLE") connection.destroy();
  };
  connection.query(`SET SESSION ${session.join(", ")}`, destroyOnError);
  connection.query(`SET SESSION ${onGalera.join(", ")}`, destroyOnError);
  // READ COMMITTED: every statement sees the latest committed rows, as a writer that checks and then writes needs, and
  // takes no gap locks, which would cause deadlocks with unrelated inserts. Rows that must not change between a read and
  // a write are locked by the read, or written under a condition.
  connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", destroyOnError);
}

type Query = (options: QueryOptions, ...rest: unknown[]) => unknown;

/** Throws a connection away whose server has been silent for so long: its statement may still run. */
function limit(connection: PoolConnection, answers: AnswerTime): void {
  const query = connection.query.bind(connection) as Query;
  const limited = (first: string | QueryOptions, ...rest: unknown[]) => {
    const options = { timeout: answers.longestMs, ...(typeof first === "string" ? { sql: first } : first) };
    const done = rest.at(-1);
    if (typeof done === "function") {
      rest[rest.length - 1] = (error: NodeJS.ErrnoException | null, ...answer: unknown[]) => {
        if (error?.code === "PROTOCOL_SEQUENCE_TIMEOUT") connection.destroy();
        done(error, ...answer);
      };
    }
    return query(options, ...rest);
  };
  connection.query = limited as typeof connection.query;
}

const integerTypes = new Set(["TINY", "SHORT", "INT24", "LONG", "LONGLONG"]);

/** Reads every integer as a bigint, as SQLite does: beyond 2^53 a number would lose digits. */
export function readInteger(field: { type: string; string(): string | null }, next: () => unknown): unknown {
  if (!integerTypes.has(field.type)) return next();
  const digits = field.string();
  return digits === null ? null : BigInt(digits);
}
