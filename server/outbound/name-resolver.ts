import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { domainToASCII } from "node:url";
import { limits } from "../core/limits.ts";
import { type HostAddress, type SystemNames, systemNames } from "./system-names.ts";

/** Resolves a host name to its addresses, IPv4 first. @throws Error with the code of the name server's answer */
export type ResolveHost = (host: string, signal?: AbortSignal) => Promise<readonly HostAddress[]>;

export interface NameResolverOptions {
  /** Name servers, as `address:port`; those of the system by default. */
  readonly servers?: readonly string[] | undefined;
  readonly system?: SystemNames;
  /** Longest time for a look-up. */
  readonly timeoutMs?: number;
  /** Extra time for the other address family when one has been found (RFC 8305, 3). */
  readonly otherFamilyMs?: number;
}

/**
 * Creates the name look-up of all outgoing connections. It queries the name servers itself: `getaddrinfo` would occupy
 * a thread of the shared pool for each name, so that a few unanswered names would delay all others.
 */
export function nameResolver(options: NameResolverOptions = {}): ResolveHost {
  const { servers, system = systemNames(), timeoutMs = limits.nameTimeoutMs, otherFamilyMs = 50 } = options;
  return async (host, signal) => {
    const name = domainToASCII(host).toLowerCase();
    if (name === "") throw unknown(host);
    const relative = name.replace(/\.$/, "");
    const here = await system.hosts(relative);
    if (here.length > 0) return here;
    // RFC 6761, 6.3: no name server is asked.
    if (/(^|\.)localhost$/.test(relative)) return loopback;
    // Uses its own resolver, so that it can be cancelled and knows the present name servers of the system.
    const resolver = new Resolver();
    if (servers !== undefined) resolver.setServers(servers);
    const giveUp = () => resolver.cancel();
    const late = AbortSignal.timeout(timeoutMs);
    const end = signal === undefined ? late : AbortSignal.any([late, signal]);
    end.addEventListener("abort", giveUp);
    try {
      return await firstFound(resolver, await system.candidates(name), { end, otherFamilyMs });
    } catch (error) {
      throw late.aborted ? failure(`no name server has told an address of ${host}`, "ETIMEOUT") : error;
    } finally {
      end.removeEventListener("abort", giveUp);
      giveUp();
    }
  };
}

/** Returns the look-up of a resolver in the form that `net.connect` accepts. */
export function lookupBy(resolve: ResolveHost): LookupFunction {
  return (host, { all, family }, done) => {
    const wanted = family === 4 || family === 6 ? [family] : [4, 6];
    resolve(host).then(
      (found) => {
        const usable = found.filter((one) => wanted.includes(one.family));
        const [first] = usable;
        if (first === undefined) done(unknown(host), "");
        else if (all) done(null, usable);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ""),
    );
  };
}

const loopback: readonly HostAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

interface Asking {
  readonly end: AbortSignal;
  readonly otherFamilyMs: number;
}

/** Looks up one name after the other until one exists; reports the first error other than a missing name. */
async function firstFound(resolver: Resolver, names: readonly string[], asking: Asking): Promise<HostAddress[]> {
  let problem: NodeJS.ErrnoException | undefined;
  for (const name of names) {
    asking.end.throwIfAborted();
    try {
      return await bothFamilies(resolver, name, asking.otherFamilyMs);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (problem === undefined || isMissing(problem)) problem = error as NodeJS.ErrnoException;
      if (!isMissing(error) && code !== "ESERVFAIL") break;
    }
  }
  throw problem;
}

/** Requests both address families at once. When one has arrived, the other has a moment left. */
function bothFamilies(resolver: Resolver, name: string, otherFamilyMs: number): Promise<HostAddress[]> {
  return new Promise((resolve, reject) => {
    const found: HostAddress[] = [];
    const errors: unknown[] = [];
    let pending = 2;
    let timer: NodeJS.Timeout | undefined;
    function settle() {
      clearTimeout(timer);
      if (found.length > 0) resolve(found.sort((one, other) => one.family - other.family));
      else reject(errors.find((error) => !isMissing(error)) ?? errors[0]);
    }
    function ask(family: 4 | 6, addresses: Promise<string[]>) {
      const taken = addresses.then(
        (all) => void found.push(...all.map((address) => ({ address, family }))),
        (error: unknown) => void errors.push(error),
      );
      void taken.then(() => {
        pending -= 1;
        if (pending === 0) settle();
        else if (found.length > 0) timer = setTimeout(settle, otherFamilyMs);
      });
    }
    ask(4, resolver.resolve4(name));
    ask(6, resolver.resolve6(name));
  });
}

/** Whether a name server has answered that the name does not exist, or has no address of the kind. */
function isMissing(error: unknown): boolean {
  return ["ENOTFOUND", "ENODATA"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function unknown(host: string): NodeJS.ErrnoException {
  return failure(`there is no address of ${host}`, "ENOTFOUND");
}

function failure(message: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}
