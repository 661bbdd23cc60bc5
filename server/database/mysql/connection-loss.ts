import type { PoolConnection } from "mysql2";
import { driverErrorOf } from "../driver-error.ts";

/** Whether a driver error concerns the connection, or a server that is not available, rather than a statement. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, errno, fatal } = driverErrorOf(error);
  return (code !== undefined && lossCodes.test(code)) || lossNumbers.has(errno ?? 0) || fatal === true;
}

const lossCodes = /^(PROTOCOL_|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_|EHOST|ENET|ER_SERVER_SHUTDOWN$|ER_CON_COUNT_)/;

/** MariaDB's error numbers, for which the driver has MySQL's names. */
const lossNumbers: ReadonlySet<number> = new Set([
  // "WSREP has not yet prepared node for application use": a Galera node without its cluster.
  1047,
  // An error during COMMIT, such as that of a node that has just lost its cluster.
  1180,
  // The server has interrupted the statement or the connection.
  1317, 1927,
]);

/** Ends a connection. Unlike the driver's `destroy`, this fails all pending commands at once, with this error. */
export function cut(connection: PoolConnection, error: Error): void {
  socketOf(connection).destroy(error);
}

/** Returns the socket of a connection, for which the driver declares no type. */
export function socketOf(connection: PoolConnection): {
  once(event: "close", listener: () => void): void;
  destroy(error: Error): void;
} {
  return (connection as unknown as { stream: ReturnType<typeof socketOf> }).stream;
}
