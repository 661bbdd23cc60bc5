import type { StatementMeasurements } from "../measurements.ts";
import type { DatabaseServer } from "./database-url.ts";
import type { Hosts } from "./hosts.ts";
import type { Scripts } from "./scripts.ts";
import { openScripts } from "./scripts-pool.ts";

/** Scripts of a thread beside the main thread, which alone chooses among the hosts; they are named by their index. */
export interface SecondScripts extends Scripts {
  useHost(host: number): void;
  /** Fails what is under way on a host. */
  loseHost(host: number): void;
}

/** @param first host that is used at first */
export function openSecondScripts(
  server: DatabaseServer,
  first: number,
  measurements: StatementMeasurements,
): SecondScripts {
  const hostAt = (index: number) => server.hosts[index] ?? server.hosts[0];
  const listeners: Parameters<Hosts["onLost"]>[0][] = [];
  let current = hostAt(first);
  const hosts: Hosts = {
    get current() {
      return current;
    },
    onLost: (listener) => void listeners.push(listener),
    close() {},
  };
  return {
    ...openScripts(server, hosts, measurements),
    useHost(host) {
      current = hostAt(host);
    },
    loseHost(host) {
      for (const listener of listeners) listener(hostAt(host));
    },
  };
}
