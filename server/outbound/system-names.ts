import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";

/** An address of a host. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The names that this machine knows itself, and its completion of names. */
export interface SystemNames {
  /** Addresses of a name in `/etc/hosts`. */
  hosts(name: string): Promise<readonly HostAddress[]>;
  /** The names to query, in order, by `search` and `ndots` of `/etc/resolv.conf`. */
  candidates(name: string): Promise<readonly string[]>;
}

export interface SystemNameFiles {
  readonly hosts: string;
  readonly resolvConf: string;
}

const systemFiles: SystemNameFiles = { hosts: "/etc/hosts", resolvConf: "/etc/resolv.conf" };

/** Reads the files of the system, again whenever they have changed. */
export function systemNames(files: SystemNameFiles = systemFiles): SystemNames {
  const hosts = watched(files.hosts, parseHosts);
  const search = watched(files.resolvConf, parseSearch);
  return {
    hosts: async (name) => (await hosts()).get(name) ?? [],
    async candidates(name) {
      const { domains, dots } = await search();
      if (name.endsWith(".")) return [name];
      const completed = domains.map((domain) => `${name}.${domain}`);
      return name.split(".").length > dots ? [name, ...completed] : [...completed, name];
    },
  };
}

/** Returns the parsed content of a file, cached until it changes; a missing file counts as empty. */
function watched<Read>(path: string, parse: (text: string) => Read): () => Promise<Read> {
  let known: { readonly state: string; readonly read: Read } | undefined;
  return async () => {
    const state = await stat(path).then(
      ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
      () => "",
    );
    if (known?.state !== state) known = { state, read: parse(state === "" ? "" : await readFile(path, "utf8")) };
    return known.read;
  };
}

/** Returns the words of each line, without comments. */
function linesOf(text: string, comment: RegExp): string[][] {
  return text.split("\n").map((line) => line.replace(comment, "").split(/\s+/).filter(Boolean));
}

function parseHosts(text: string): ReadonlyMap<string, readonly HostAddress[]> {
  const hosts = new Map<string, HostAddress[]>();
  for (const [address = "", ...names] of linesOf(text, /#.*/)) {
    const family = isIP(address);
    if (family !== 4 && family !== 6) continue;
    for (const name of names.map((one) => one.toLowerCase())) {
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
    }
  }
  return hosts;
}

function parseSearch(text: string): { readonly domains: readonly string[]; readonly dots: number } {
  let domains: string[] = [];
  let dots = 1;
  for (const [word, ...values] of linesOf(text, /[#;].*/)) {
    if (word === "search" || word === "domain") domains = values.map((value) => value.replace(/\.$/, ""));
    const given = word === "options" ? values.find((value) => /^ndots:\d{1,2}$/.test(value)) : undefined;
    if (given !== undefined) dots = Number(given.slice("ndots:".length));
  }
  return { domains: domains.filter((domain) => domain !== ""), dots };
}
