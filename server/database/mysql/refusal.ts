import mysql, { type ConnectionOptions } from "mysql2";
import { errorCodeOf } from "../driver-error.ts";

/**
 * Returns the reason for which a server refuses connections, naming the cause. A server that requires TLS of a user
 * says "Access denied" to a connection without, just as for a wrong password; so the same login is tried with TLS.
 *
 * @param options of the connections that were refused
 */
export async function refusalOf(error: unknown, options: ConnectionOptions): Promise<string> {
  const reason = (error as Error).message;
  if (options.ssl !== undefined) return reason;
  const demandsTls =
    errorCodeOf(error) === "ER_SECURE_TRANSPORT_REQUIRED" ||
    (/^ER_ACCESS_DENIED/.test(errorCodeOf(error)) && (await isTakenWithTls(options)));
  if (!demandsTls) return reason;
  return (
    "The server demands TLS, and the URL does not ask for it: append tls=true, " +
    `and tlsCaFile=/path if no public authority has signed its certificate. It said: ${reason}`
  );
}

function isTakenWithTls(options: ConnectionOptions): Promise<boolean> {
  // Sends nothing new: this server has already received the same login without TLS.
  const connection = mysql.createConnection({ ...options, ssl: { rejectUnauthorized: false } });
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      connection.destroy();
      resolve(isTaken);
    };
    connection.once("error", () => end(false));
    connection.connect((error) => end(error === null));
  });
}
