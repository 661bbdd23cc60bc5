import { availableParallelism, totalmem } from "node:os";
import type { Config } from "../config.ts";
import { exportSettings } from "../traces/export-settings.ts";

/** Whether sockets of several threads can listen on one port here (SO_REUSEPORT with connections spread among them). */
export function canSharePort(): boolean {
  return ["linux", "freebsd", "aix", "sunos"].includes(process.platform);
}

/** Processors and memory that this process may use. */
export interface Machine {
  readonly processors: number;
  readonly memoryBytes: number;
}

type Chosen = Pick<Config, "threads" | "database" | "access" | "metrics" | "traces">;

const mebibyte = 1024 * 1024;
/** Memory for the main thread with the database, and for each thread that serves, at full load with room to spare. */
const mainBytes = 512 * mebibyte;
const threadBytes = 512 * mebibyte;
/** More than so many were not measured, and the main thread is one for all of them. */
const threadsMax = 4;

/** Returns the number of threads that serve the port; 1: the main thread does. */
export function numberOfThreads(config: Chosen, machine = thisMachine()): number {
  if (!canSharePort()) return 1;
  return config.threads.threads ?? (hasOtherProcesses(config) ? 1 : threadsFor(machine));
}

/** Returns a thread for each processor but that of the main thread, as far as the memory allows, and at most 4. */
export function threadsFor({ processors, memoryBytes }: Machine): number {
  const fitting = Math.floor((memoryBytes - mainBytes) / threadBytes);
  return Math.max(1, Math.min(processors - 1, fitting, threadsMax));
}

/**
 * Whether the ledger has a thread of its own, so that no batch blocks the main thread. `THREADS=1` keeps everything on the
 * main thread, as does a machine with one processor or little memory.
 */
export function ledgerHasThread(config: Chosen, { processors, memoryBytes } = thisMachine()): boolean {
  const { threads } = config;
  if (exportSettings(config) !== undefined) return false;
  if (threads.threads !== undefined) return threads.threads > 1;
  return processors > 1 && memoryBytes >= mainBytes + threadBytes;
}

/** Whether other processes share the limits. They are the way to more there, and may be on this machine. */
function hasOtherProcesses({ database, access }: Chosen): boolean {
  return database.databaseServer !== undefined || access.redis !== undefined;
}

/** Reads what this process may use, within the limits of its container or unit. */
function thisMachine(): Machine {
  // 0 where there is no limit, and more than the machine has where that is its form.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return { processors: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) };
}
