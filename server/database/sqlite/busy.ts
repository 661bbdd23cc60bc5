import { setTimeout as delay } from "node:timers/promises";
import type { Database as Connection } from "better-sqlite3";
import { errorCodeOf } from "../driver-error.ts";
import { busyTimeoutMs } from "./connection-settings.ts";

/** Codes by which SQLite says that another process writes, or recovers the log of one that has died. */
const busy = /^SQLITE_BUSY(_RECOVERY|_TIMEOUT)?$/;
const pauseMaxMs = 20;

/** Another process writes to the file, so that nothing was begun. */
class FileBusy extends Error {
  override readonly name = "FileBusy";
  readonly code = "SQLITE_BUSY";

  constructor(cause: unknown) {
    super("database is locked", { cause });
  }
}

/** Begins a transaction that writes. @throws FileBusy */
export function beginWriting(connection: Connection): void {
  try {
    connection.exec("BEGIN IMMEDIATE");
  } catch (error) {
    throw asNotBegun(error);
  }
}

/** Returns the error of a statement outside a transaction, which has done nothing if the file was busy. */
export function asNotBegun(error: unknown): unknown {
  return busy.test(errorCodeOf(error)) ? new FileBusy(error) : error;
}

/**
 * Repeats work that another process keeps from beginning, for at most 5 s. The event loop runs meanwhile, as it would not
 * if SQLite waited.
 */
export async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
  const untilMs = performance.now() + busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, pauseMaxMs)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileBusy) || performance.now() >= untilMs) throw error;
    }
    await delay(pauseMs);
  }
}
