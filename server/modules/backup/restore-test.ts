import { onThread } from "../../database/snapshot/thread.ts";
import type { Stretching } from "../vault/index.ts";
import type { CheckReport } from "./checks.ts";
import { problemOf } from "./inspection.ts";

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

/** Moves bytes into their own buffer, which can be transferred to a thread; zeroes the original. */
function moved(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  bytes.fill(0);
  return copy;
}
