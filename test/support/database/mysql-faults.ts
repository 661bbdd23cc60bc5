import type { Socket } from "node:net";
import mysql, { type Connection, type QueryError } from "mysql2";

/** An error at one statement of a database server, including START TRANSACTION, COMMIT and ROLLBACK. */
export interface MysqlFault {
  /** Number of the statement, from 1. */
  readonly at: number;
  readonly kind: keyof typeof kinds;
  /** Whether every later ROLLBACK fails as well. */
  readonly lasts?: boolean;
}

type Done = (error: QueryError | null, ...answer: unknown[]) => void;
type Query = (this: Connection, options: object | string, ...rest: unknown[]) => unknown;
type Send = (options: object | string, done: Done) => unknown;

const kinds = {
  /** The connection is lost before the statement is sent. */
  "lost before": (connection, _send, done) => {
    cut(connection, () => done(error("PROTOCOL_CONNECTION_LOST", 0, true)));
  },
  /** The server has executed the statement, and its answer is lost. */
  "lost after": (connection, send, done, options) => {
    send(options, () => {
      cut(connection, () => done(error("PROTOCOL_CONNECTION_LOST", 0, true)));
    });
  },
  /** The server has rolled back the whole transaction; later statements would be stored separately. */
  deadlock: (_connection, send, done) => void send("ROLLBACK", () => done(error("ER_LOCK_DEADLOCK", 1213))),
  "lock wait": (_connection, _send, done) => done(error("ER_LOCK_WAIT_TIMEOUT", 1205)),
  full: (_connection, _send, done) => done(error("ER_RECORD_FILE_FULL", 1114)),
  "read-only": (_connection, _send, done) => done(error("ER_OPTION_PREVENTS_STATEMENT", 1290)),
  "out of memory": (_connection, _send, done) => done(error("ER_OUTOFMEMORY", 1037)),
  interrupted: (_connection, _send, done) => done(error("ER_QUERY_INTERRUPTED", 1317)),
} satisfies Record<string, (connection: Connection, send: Send, done: Done, options: object | string) => void>;

export const mysqlFaultKinds = Object.keys(kinds) as (keyof typeof kinds)[];

const prototype = Object.getPrototypeOf(
  (mysql as unknown as { Connection: { prototype: object } }).Connection.prototype,
);
const original: Query = prototype.query;
let watch: ((connection: Connection, options: object | string, rest: unknown[]) => unknown) | undefined;

/** Prepares connections opened from now on for injected faults. Returns a function that ends this. */
export function prepareMysqlFaults(): () => void {
  prototype.query = function (this: Connection, options: object | string, ...rest: unknown[]) {
    return watch === undefined ? original.call(this, options, ...rest) : watch(this, options, rest);
  };
  return () => {
    prototype.query = original;
  };
}

/** Makes a statement on the prepared connections fail. Returns the number of statements during the work. */
export async function withMysqlFault(fault: MysqlFault | undefined, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  watch = (connection, options, rest) => {
    const sql = typeof options === "string" ? options : (options as { sql: string }).sql;
    const done = rest.at(-1) as Done;
    const send: Send = (options, done) => original.call(connection, options, ...rest.slice(0, -1), done);
    if (/^(SET|SHOW)/.test(sql)) return original.call(connection, options, ...rest);
    count++;
    if (fault?.lasts === true && count > fault.at && sql === "ROLLBACK") return done(error("ER_OUTOFMEMORY", 1037));
    if (count !== fault?.at) return original.call(connection, options, ...rest);
    return kinds[fault.kind](connection, send, done, options);
  };
  try {
    await work();
    return count;
  } finally {
    watch = undefined;
  }
}

function cut(connection: Connection, then: () => void): void {
  const { stream } = connection as unknown as { stream: Socket };
  stream.once("close", then).destroy();
}

function error(code: string, errno: number, fatal = false): QueryError {
  return Object.assign(new Error(`injected ${code}`), { code, errno, fatal }) as QueryError;
}
