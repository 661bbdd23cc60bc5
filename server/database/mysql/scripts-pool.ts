import type { StatementMeasurements } from "../measurements.ts";
import { connectionTo } from "./connection-options.ts";
import type { DatabaseServer } from "./database-url.ts";
import { createHostPool } from "./host-pool.ts";
import type { Hosts } from "./hosts.ts";
import { overScripts, type Scripts } from "./scripts.ts";

/** Opens a connection for scripts, which run one at a time, to the current host. */
export function openScripts(
  server: DatabaseServer,
  hosts: Hosts,
  measurements: StatementMeasurements | undefined,
): Scripts {
  const options = { ...connectionTo(server), connectionLimit: 1, multipleStatements: true };
  const answers = { longestMs: server.timeoutMs };
  return overScripts(createHostPool(hosts, answers, options, { name: scriptsPool, measurements }));
}

/** Name of the pool in the metrics. */
export const scriptsPool = "scripts";
