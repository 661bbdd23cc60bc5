import type { PoolConnection, QueryOptions } from "mysql2";
import type { StatementMeasurements } from "../measurements.ts";
import { operationOf } from "../operation.ts";
import { cut } from "./connection-loss.ts";

/** Longest silence of a server with a pending request, and longest wait for a free connection; 0 disables the bound. */
export interface AnswerTime {
  longestMs: number;
}

/**
 * Returns the longest wait of a statement for another transaction's lock, well within the time that its server has to
 * answer.
 */
function lockWaitSeconds({ longestMs }: AnswerTime): number {
  return longestMs === 0 ? 5 : Math.min(5, Math.floor(longestMs / 2_000));
}

const session = [
  // Refuses values that do not fit, instead of truncating them.
  "sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "time_zone = '+00:00'",
];

/**
 * Settings for Galera; MySQL lacks them. A read, and the begin of a transaction, waits until its node has what other
 * nodes have committed: a key that was revoked there must not be valid here. The server must not repeat a transaction
 * of several statements in one packet: it has reported such commits as successful and stored nothing.
 */
const onGalera = ["wsrep_sync_wait = 7", "wsrep_retry_autocommit = 0"];

/** Gives a new connection the session settings of the service, and measures each of its statements, with a deadline. */
export function prepare(connection: PoolConnection, answers: AnswerTime, measurements?: StatementMeasurements): void {
  limit(connection, answers, measurements);
  // A connection executes its statements in order. A connection that cannot be set up must not be used.
  const cutOnError = (error: NodeJS.ErrnoException | null) => {
    if (error !== null && error.code !== "ER_UNKNOWN_SYSTEM_VARIABLE") cut(connection, error);
  };
  const lockWait = `innodb_lock_wait_timeout = ${lockWaitSeconds(answers)}`;
  connection.query(`SET SESSION ${[...session, lockWait].join(", ")}`, cutOnError);
  connection.query(`SET SESSION ${onGalera.join(", ")}`, cutOnError);
  // READ COMMITTED: every statement sees the latest committed rows, as a writer that checks and then writes needs, and
  // takes no gap locks, which would cause deadlocks with unrelated inserts. Rows that must not change between a read and
  // a write are locked by the read, or written under a condition.
  connection.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", cutOnError);
}

/** A statement, or several that are sent together. */
export interface ScriptOptions extends QueryOptions {
  readonly isBatch?: boolean;
}

type Query = (options: string | ScriptOptions, ...rest: unknown[]) => unknown;

/**
 * Cuts a connection whose server has been silent for too long, with all pending commands: its statement may still run.
 * Streamed rows have no deadline, since reading a whole table may take any time.
 */
function limit(connection: PoolConnection, answers: AnswerTime, measurements: StatementMeasurements | undefined): void {
  const query = connection.query.bind(connection) as Query;
  const limited = (first: string | ScriptOptions, ...rest: unknown[]) => {
    const done = rest.at(-1);
    if (typeof done !== "function") return query(first, ...rest);
    const { sql, isBatch = false } = typeof first === "string" ? { sql: first } : first;
    const startedMs = performance.now();
    let isDone = false;
    rest[rest.length - 1] = (error: NodeJS.ErrnoException | null, ...answer: unknown[]) => {
      // Cutting the connection reports an error for the current command again.
      if (isDone) return;
      isDone = true;
      measurements?.operation(isBatch ? "BATCH" : operationOf(sql), startedMs, error !== null);
      if (error?.code === "PROTOCOL_SEQUENCE_TIMEOUT") cut(connection, silence(answers));
      done(error, ...answer);
    };
    return query({ timeout: answers.longestMs, ...(typeof first === "string" ? { sql: first } : first) }, ...rest);
  };
  connection.query = limited as typeof connection.query;
}

function silence({ longestMs }: AnswerTime): Error {
  const message = `the server has not answered for ${longestMs} ms`;
  return Object.assign(new Error(message), { code: "PROTOCOL_SEQUENCE_TIMEOUT" });
}

const integerTypes = new Set(["TINY", "SHORT", "INT24", "LONG", "LONGLONG"]);

/** Reads every integer as a bigint, as SQLite does: beyond 2^53 a number would lose digits. */
export function readInteger(field: { type: string; string(): string | null }, next: () => unknown): unknown {
  if (!integerTypes.has(field.type)) return next();
  const digits = field.string();
  return digits === null ? null : BigInt(digits);
}
