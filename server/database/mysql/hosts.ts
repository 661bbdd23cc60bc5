import type { ConnectionOptions } from "mysql2";
import type { Host } from "../../core/config/server-url.ts";
import { openProbe, type Probe } from "./probe.ts";

/** The servers of a database, of which all processes use the same one: the first in their order that accepts writes. */
export interface Hosts {
  readonly current: Host;
  /** Calls the listener with a server that is no longer used because it does not accept writes. */
  onLost(listener: (host: Host) => void): void;
  /** Stops probing them. May be called again. */
  close(): void;
}

const lookEveryMs = 1_000;

/**
 * Successful probes after which a preferred server is used again: a flapping one would break transactions each time.
 */
const goodLooks = 5;

/** Chooses among servers by probing them. A single one is not probed. */
export async function openHosts(all: readonly [Host, ...Host[]], options: ConnectionOptions): Promise<Hosts> {
  const listeners: ((host: Host) => void)[] = [];
  const candidates = all.map((host): Candidate => ({ host, good: 0, problem: undefined, isLooking: false }));
  const probes = all.length === 1 ? [] : all.map((host) => openProbe({ ...options, ...host }));
  let current = candidates[0] as Candidate;

  /** Probes one server; the servers do not wait for each other. */
  async function look(index: number): Promise<void> {
    const candidate = candidates[index] as Candidate;
    if (candidate.isLooking) return;
    candidate.isLooking = true;
    candidate.problem = await (probes[index] as Probe).look();
    candidate.good = candidate.problem === undefined ? candidate.good + 1 : 0;
    candidate.isLooking = false;
    choose();
  }

  function choose(): void {
    const before = current;
    const isLost = before.problem !== undefined;
    const better = isLost ? candidates : candidates.slice(0, candidates.indexOf(before));
    const next = better.find(({ good }) => good >= (isLost ? 1 : goodLooks));
    if (next === undefined) return;
    current = next;
    if (isLost) for (const listener of listeners) listener(before.host);
  }

  const lookAtAll = () => probes.map((_, index) => look(index));
  await Promise.all(lookAtAll());
  const timer = probes.length > 0 ? setInterval(lookAtAll, lookEveryMs) : undefined;
  timer?.unref();
  return {
    get current() {
      return current.host;
    },
    onLost: (listener) => void listeners.push(listener),
    close() {
      clearInterval(timer);
      for (const probe of probes) probe.close();
    },
  };
}

interface Candidate {
  readonly host: Host;
  /** Consecutive probes that found no problem. */
  good: number;
  problem: string | undefined;
  isLooking: boolean;
}
