import { onThread } from "../../database/snapshot/thread.ts";
import type { Stretching } from "../vault/index.ts";
import type { CheckReport, RestoreChecks } from "./checks.ts";
import { openEncrypted } from "./encrypted-file.ts";
import { inspect, problemOf } from "./inspection.ts";
import { placeInFolder } from "./placement.ts";

export interface RestoreTestDeps extends RestoreTestPlace {
  /** The program of the thread, which runs `runRestoreTest` and sends its report. */
  readonly program: URL;
  readonly readPassphrase: () => Uint8Array;
  readonly stretching: Stretching;
}

export interface RestoreTestPlace {
  /** Path of the backup. */
  readonly path: string;
  /** An empty private folder, into which the backup is restored. */
  readonly folder: string;
}

/** Input of the thread. */
export interface RestoreTestTask extends RestoreTestPlace {
  readonly passphrase: Uint8Array;
  readonly stretching: Stretching;
}

/**
 * Restores a backup into a folder and checks all of it, on a separate thread, which the checks of the database block.
 */
export async function restoreTest(deps: RestoreTestDeps, signal: AbortSignal): Promise<CheckReport> {
  const { path, folder, program, readPassphrase, stretching } = deps;
  let passphrase: Uint8Array<ArrayBuffer>;
  try {
    passphrase = moved(readPassphrase());
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { counts: [], problems: [problem] };
  }
  const workerData: RestoreTestTask = { path, folder, passphrase, stretching };
  return onThread({ program, workerData, transferList: [passphrase.buffer] }, signal);
}

/** Runs a restore test in this thread. Zeroes the passphrase. */
export async function runRestoreTest(
  { path, folder, passphrase, stretching }: RestoreTestTask,
  checks: RestoreChecks,
): Promise<CheckReport> {
  try {
    const opened = await openEncrypted(path, Uint8Array.from(passphrase), stretching);
    try {
      await placeInFolder(opened, folder);
    } finally {
      await opened.close();
    }
    return await inspect(folder, passphrase, stretching, checks, opened.facts.head);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { counts: [], problems: [problem] };
  } finally {
    passphrase.fill(0);
  }
}

/** Moves bytes into their own buffer, which can be transferred to a thread; zeroes the original. */
function moved(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  bytes.fill(0);
  return copy;
}
