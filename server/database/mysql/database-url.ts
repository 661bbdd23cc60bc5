import { isIP } from "node:net";
import { type Host, readServerUrl } from "../../core/config/server-url.ts";
import { limits } from "../../core/limits.ts";

/** A database on a MySQL or MariaDB server, or on a cluster of them, with its connection parameters. */
export interface DatabaseServer {
  /** In order of preference. */
  readonly hosts: readonly [Host, ...Host[]];
  /** Path of a Unix socket, instead of host and port. */
  readonly socketPath: string | undefined;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** Absent: no TLS. Without a file of certificates the server's must be signed by a public authority. */
  readonly tls: { readonly caFile: string | undefined } | undefined;
  /** Longest silence of a server with a pending request, and longest wait for a free connection. */
  readonly timeoutMs: number;
}

/**
 * Reads `mysql://user:password@host:port/database`, or the same with `mariadb:`. Further hosts of a cluster follow the
 * first, separated by commas. Parameters: `socketPath`, `tls=true`, `tlsCaFile` and `timeoutMs`.
 *
 * @throws Error that says what is wrong and quotes nothing of the text, because a password is in it.
 */
export function readDatabaseUrl(text: string): DatabaseServer {
  const { hosts, user, password, path, parameters } = readServerUrl(text, rules);
  const socketPath = parameters.get("socketPath");
  if (socketPath !== undefined && hosts.length > 1)
    throw new Error("names several hosts, but a socketPath belongs to one");
  if (user === "") throw new Error("names no user");
  return {
    hosts,
    socketPath,
    user,
    password: password === "" ? undefined : password,
    database: databaseName(path),
    tls: readTls(hosts, parameters.get("tls"), parameters.get("tlsCaFile")),
    timeoutMs: readTimeout(parameters.get("timeoutMs")),
  };
}

const rules = {
  defaultPorts: { mysql: 3306, mariadb: 3306 },
  parameters: ["socketPath", "tls", "tlsCaFile", "timeoutMs"],
};

function readTls(hosts: readonly Host[], tls: string | undefined, caFile: string | undefined): DatabaseServer["tls"] {
  if (tls !== undefined && tls !== "true" && tls !== "false")
    throw new Error("has a tls that is neither true nor false");
  // The driver checks certificates only against host names.
  if (tls === "true" && hosts.some(({ host }) => isIP(host) !== 0))
    throw new Error("needs the host's name, as in its certificate, with tls=true");
  if (tls === "true") return { caFile };
  if (caFile !== undefined) throw new Error("has a tlsCaFile, which needs tls=true");
  return undefined;
}

function readTimeout(given: string | undefined): number {
  if (given === undefined) return limits.databaseSilenceMs;
  const [least, most] = [limits.databaseSilenceMsMin, limits.databaseSilenceMsMax];
  const timeoutMs = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (timeoutMs >= least && timeoutMs <= most) return timeoutMs;
  throw new Error(`has a timeoutMs that is not an integer from ${least} to ${most}`);
}

function databaseName(name: string): string {
  if (!/^[^/\\.\0]{1,64}$/.test(name)) throw new Error("must end with /database, a name of at most 64 characters");
  return name;
}
