import { isIP } from "node:net";
import { limits } from "../../core/limits.ts";

/** Address of a server. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** A database on a MySQL or MariaDB server, or on a cluster of them, and how it is reached. */
export interface DatabaseServer {
  /** In the order in which they are preferred. */
  readonly hosts: readonly [Host, ...Host[]];
  /** Path of a Unix socket, in place of host and port. */
  readonly socketPath: string | undefined;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** Absent: no TLS. Without a file of certificates the server's must be signed by a public authority. */
  readonly tls: { readonly caFile: string | undefined } | undefined;
  /** Longest silence of a server that has been asked something, and longest wait for a free connection. */
  readonly timeoutMs: number;
}

/**
 * Reads `mysql://user:password@host:port/database`, or the same with `mariadb:`. Further hosts of a cluster follow the first
 * after commas. Parameters: `socketPath`, `tls=true`, `tlsCaFile` and `timeoutMs`.
 *
 * @throws Error that says what is wrong and quotes nothing of the text, because a password is in it.
 */
export function readDatabaseUrl(text: string): DatabaseServer {
  if (!/^(mysql|mariadb):\/\//i.test(text)) throw new Error("must begin with mysql:// or mariadb://");
  const urls = perHost(text).map(readUrl) as [URL, ...URL[]];
  const [url] = urls;
  const parameters = readParameters(url.searchParams);
  const hosts = urls.map(hostOf) as [Host, ...Host[]];
  const socketPath = parameters.get("socketPath");
  if (new Set(hosts.map(({ host, port }) => `${host} ${port}`)).size < hosts.length)
    throw new Error("names a host twice");
  if (socketPath !== undefined && hosts.length > 1) throw new Error("names several hosts, and a socketPath is of one");
  return {
    hosts,
    socketPath,
    user: required(decode(url.username), "names no user"),
    password: url.password === "" ? undefined : decode(url.password),
    database: databaseName(decode(url.pathname.slice(1))),
    tls: readTls(hosts, parameters.get("tls"), parameters.get("tlsCaFile")),
    timeoutMs: readTimeout(parameters.get("timeoutMs")),
  };
}

/** Returns a URL for each of the hosts, which commas separate. */
function perHost(text: string): string[] {
  const [, before, hosts, after] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(text) ?? [];
  return (hosts ?? "").split(",").map((host) => `${before}${required(host, "names no host")}${after}`);
}

function readUrl(text: string): URL {
  // The parser's own error would carry the text.
  if (!URL.canParse(text))
    throw new Error("is not a URL; does a name or password have characters that need %-escapes?");
  const url = new URL(text);
  if (url.hash !== "") throw new Error("has a # that is not %-escaped");
  return url;
}

function hostOf({ hostname, port }: URL): Host {
  return {
    host: required(hostname.replace(/^\[(.*)\]$/, "$1"), "names no host"),
    port: port === "" ? defaultPort : Number(port),
  };
}

const defaultPort = 3306;
const parameterNames = ["socketPath", "tls", "tlsCaFile", "timeoutMs"];

function readParameters(given: URLSearchParams): Map<string, string> {
  const parameters = new Map(given);
  const isKnown =
    parameters.size === given.size && [...parameters.keys()].every((name) => parameterNames.includes(name));
  if (!isKnown) throw new Error(`may have each of the parameters ${parameterNames.join(", ")} once, and no other`);
  if ([...parameters.values()].includes("")) throw new Error("has a parameter without a value");
  return parameters;
}

function readTls(hosts: readonly Host[], tls: string | undefined, caFile: string | undefined): DatabaseServer["tls"] {
  if (tls !== undefined && tls !== "true" && tls !== "false")
    throw new Error("has a tls that is neither true nor false");
  // The driver compares certificates with names only.
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

function required(part: string, problem: string): string {
  if (part === "") throw new Error(problem);
  return part;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("has a % that begins no escape");
  }
}
