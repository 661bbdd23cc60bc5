import mysql, { type Pool, type PoolConnection, type PoolOptions } from "mysql2";
import type { Host } from "../../core/config/server-url.ts";
import type { PoolCount, StatementMeasurements } from "../measurements.ts";
import { DatabaseUnavailable } from "../unavailable.ts";
import { cut, socketOf } from "./connection-loss.ts";
import { mysqlDialect } from "./dialect.ts";
import type { Hosts } from "./hosts.ts";
import { type AnswerTime, prepare, readInteger } from "./session.ts";

/** Connections to the current host. */
export interface HostPool {
  getConnection(done: (error: Error | null, connection: PoolConnection) => void): void;
  end(done: (error: Error | null) => void): void;
}

/**
 * Creates a pool for each host that is used. When a host is lost, its connections and their pending commands fail.
 *
 * @param name name of the pools in the metrics
 */
export function createHostPool(
  hosts: Hosts,
  answers: AnswerTime,
  options: PoolOptions,
  { name, measurements }: { readonly name: string; readonly measurements: StatementMeasurements | undefined },
): HostPool {
  const pools = new Map<Host, OpenPool>();
  const measured = measurements?.pool(name, () => countIn(pools.values()));

  function open(host: Host) {
    const pool = mysql.createPool({ ...options, host: host.host, port: host.port, typeCast: readInteger });
    const connections = new Set<PoolConnection>();
    const used = new Set<PoolConnection>();
    pool.on("connection", (connection) => {
      connections.add(connection);
      socketOf(connection).once("close", () => {
        connections.delete(connection);
        used.delete(connection);
      });
      prepare(connection, answers, measurements);
    });
    // A connection that goes from one user to the next at once is neither released nor acquired.
    pool.on("acquire", (connection) => void used.add(connection));
    pool.on("release", (connection) => void used.delete(connection));
    const opened = { pool, connections, used };
    pools.set(host, opened);
    return opened;
  }

  hosts.onLost((host) => {
    const lost = Object.assign(new Error(`the host ${host.host}:${host.port} is lost`), { code: "ECONNABORTED" });
    for (const connection of pools.get(host)?.connections ?? []) cut(connection, lost);
  });

  return {
    getConnection(done) {
      const { pool } = pools.get(hosts.current) ?? open(hosts.current);
      const waited = measured?.wait();
      let isOver = false;
      const giveUp = () => {
        isOver = true;
        waited?.(false);
        if (measured !== undefined) measured.timeouts++;
        done(new DatabaseUnavailable({ message: "no connection became free in time" }), undefined as never);
      };
      const timer = answers.longestMs === 0 ? undefined : setTimeout(giveUp, answers.longestMs);
      pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (isOver) {
          connection?.release();
          return;
        }
        waited?.(error === null);
        done(error && clearly(error), connection);
      });
    },
    end(done) {
      hosts.close();
      const ended = [...pools.values()].map(({ pool }) => pool.promise().end());
      Promise.all(ended).then(() => done(null), done);
    },
  };
}

interface OpenPool {
  readonly pool: Pool;
  readonly connections: Set<PoolConnection>;
  /** Those of the connections that somebody has. */
  readonly used: Set<PoolConnection>;
}

function countIn(pools: Iterable<OpenPool>): PoolCount {
  const count = { used: 0, idle: 0 };
  for (const { connections, used } of pools) {
    count.used += used.size;
    count.idle += connections.size - used.size;
  }
  return count;
}

/** Makes a failure to connect an outage, whatever the server says; a few reasons get their own message. */
function clearly(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  return mysqlDialect.outageOf(error) === undefined ? new DatabaseUnavailable(error) : error;
}
