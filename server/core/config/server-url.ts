import { domainToASCII } from "node:url";

/** Address of a server. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** A server, or several of them, named by `scheme://user:password@host:port/path?name=value`. */
export interface ServerUrl {
  /** In lower case, without the colon. */
  readonly scheme: string;
  /** In the given order; commas separate them. */
  readonly hosts: readonly [Host, ...Host[]];
  /** Empty, like the password, if the URL has none. */
  readonly user: string;
  readonly password: string;
  /** Without the slash before it. */
  readonly path: string;
  /** Parameters by name; each has a value. */
  readonly parameters: ReadonlyMap<string, string>;
}

export interface ServerUrlRules {
  /** Default port of each accepted scheme. */
  readonly defaultPorts: Readonly<Record<string, number>>;
  /** Names of accepted parameters. */
  readonly parameters: readonly string[];
}

/**
 * Reads the URL of a server that does not speak HTTP.
 *
 * @throws Error that says what is wrong and quotes nothing of the text, because a password is in it.
 */
export function readServerUrl(text: string, { defaultPorts, parameters }: ServerUrlRules): ServerUrl {
  const scheme = schemeOf(text, Object.keys(defaultPorts));
  const urls = perHost(text).map(readUrl) as [URL, ...URL[]];
  const [url] = urls;
  const hosts = urls.map((one) => hostOf(one, defaultPorts[scheme] as number)) as [Host, ...Host[]];
  if (new Set(hosts.map(({ host, port }) => `${host} ${port}`)).size < hosts.length)
    throw new Error("names a host twice");
  return {
    scheme,
    hosts,
    user: decode(url.username),
    password: decode(url.password),
    path: decode(url.pathname.slice(1)),
    parameters: readParameters(url.search.slice(1), parameters),
  };
}

function schemeOf(text: string, known: readonly string[]): string {
  const scheme = /^([a-z]+):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && known.includes(scheme)) return scheme;
  throw new Error(`must begin with ${known.map((name) => `${name}://`).join(" or ")}`);
}

/** Returns a URL for each of the hosts. */
function perHost(text: string): string[] {
  const [, before, hosts, after] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(text) ?? [];
  return (hosts ?? "").split(",").map((host) => `${before}${required(host)}${after}`);
}

function readUrl(text: string): URL {
  if (/[\s\p{Cc}]/u.test(text)) throw new Error("has a space or a line break that is not %-escaped");
  // The parser's own error would contain the text.
  if (!URL.canParse(text))
    throw new Error("is not a URL; does a name or password have characters that need %-escapes?");
  const url = new URL(text);
  if (url.hash !== "" || text.endsWith("#")) throw new Error("has a # that is not %-escaped");
  return url;
}

function hostOf({ hostname, port }: URL, defaultPort: number): Host {
  if (port === "0") throw new Error("names port 0, on which nothing listens");
  const host = required(hostname.replace(/^\[(.*)\]$/, "$1"));
  return { host: host.includes(":") ? host : hostName(decode(host)), port: port === "" ? defaultPort : Number(port) };
}

/** Returns a name in its DNS form. The parser leaves hosts of such schemes as written. */
function hostName(name: string): string {
  const ascii = domainToASCII(name);
  if (/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/.test(ascii)) return ascii;
  throw new Error("names a host that is neither a name nor an IP address");
}

function readParameters(text: string, known: readonly string[]): ReadonlyMap<string, string> {
  const given = text === "" ? [] : text.split("&").map(readParameter);
  const parameters = new Map(given);
  if (parameters.size < given.length || given.some(([name]) => !known.includes(name)))
    throw new Error(`may have each of the parameters ${known.join(", ")} once, and no other`);
  if ([...parameters.values()].includes("")) throw new Error("has a parameter without a value");
  return parameters;
}

function readParameter(text: string): readonly [name: string, value: string] {
  const [name = "", ...value] = text.split("=");
  return [decode(name), decode(value.join("="))];
}

function required(host: string): string {
  if (host === "") throw new Error("names no host");
  return host;
}

function decode(part: string): string {
  let text: string;
  try {
    text = decodeURIComponent(part);
  } catch {
    throw new Error("has a % that begins no escape: write %25 for the sign itself");
  }
  if (/\p{Cc}/u.test(text)) throw new Error("has a control character");
  return text;
}
