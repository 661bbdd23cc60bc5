import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import { ProcessService } from "#contract/admin/v1/process_pb.js";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { serviceVersion } from "../../core/service-version.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import { startHeartbeats } from "./heartbeats.ts";
import { offerReadings } from "./metrics.ts";
import { processOperations } from "./operations/processes.ts";
import { createProcessReader, type ThreadCounts } from "./readings.ts";
import { storedProcesses } from "./store/processes.ts";

export interface ProcessModuleDeps {
  readonly database: Database;
  /** Whether this process is shutting down. */
  readonly isDraining: () => boolean;
  /** Whether callers are sent to this process. */
  readonly isCalled: boolean;
  /** Calls that this process has answered so far. */
  readonly calls: () => number;
  readonly threads: () => ThreadCounts;
  /** Called when the database has stored a heartbeat. */
  readonly onStored: () => void;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export interface ProcessModule {
  readonly tables: readonly ServiceTable[];
  /** Notifies the other processes of a change of state at once. */
  readonly beat: () => Promise<void>;
  /** Writes to the database; rejects with its error. */
  readonly prove: () => Promise<void>;
  /** Number of processes that served at the last heartbeat. */
  readonly serving: () => number;
}

/** Lists this process among those on the database, until the resources are disposed of. */
export async function openProcessModule(
  { database, isDraining, isCalled, calls, threads, onStored, metrics, log }: ProcessModuleDeps,
  resources: AsyncDisposableStack,
): Promise<ProcessModule> {
  const processes = storedProcesses(database);
  const reader = createProcessReader(calls, threads);
  const tell = offerReadings(metrics);
  const self = { id: randomUUID(), host: hostname(), pid: process.pid, version: serviceVersion };
  let serving = 1;
  const heartbeats = resources.adopt(
    await startHeartbeats({
      processes,
      self,
      reader,
      isDraining,
      isCalled,
      now: Date.now,
      onStored(readings, nowServing = serving) {
        if (readings !== undefined) tell(readings);
        serving = nowServing;
        onStored();
      },
      report: (error) => log.warn({ err: error }, "could not write the heartbeat of this process; it will be retried"),
    }),
    (started) => started.close(),
  );
  return {
    tables: [{ service: ProcessService, operations: processOperations(processes, self.id) }],
    beat: heartbeats.beat,
    prove: heartbeats.prove,
    serving: () => serving,
  };
}
