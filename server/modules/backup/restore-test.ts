import { onThread } from "../../database/snapshot/thread.ts";
import type { Stretching } from "../vault/index.ts";
import type { Finding, RestoreChecks } from "./checks.ts";
import { openEncrypted } from "./encrypted-file.ts";
import { inspect, problemOf } from "./inspection.ts";
import { placeInFolder } from "./placement.ts";

export interface RestoreTestDeps extends RestoreTestPlace {
  /** The program of the thread, which runs `runRestoreTest` and sends its finding. */
  readonly program: URL;
  readonly readPassphrase: () => Uint8Array;
  readonly stretching: Stretching;
}

export interface RestoreTestPlace {
  /** The backup. */
  readonly path: string;
  /** An empty private folder, where it is restored. */
  readonly folder: string;
}

/** Input of the thread. */
export interface RestoreTestTask extends RestoreTestPlace {
  readonly passphrase: Uint8Array;
  readonly stretching: Stretching;
}

/** Restores a backup into a folder and checks all of it, on a thread of its own: the checks of the database do not pause. */
export async function restoreTest(deps: RestoreTestDeps, signal: AbortSignal): Promise<Finding> {
  const { path, folder, program, readPassphrase, stretching } = deps;
  let passphrase: Uint8Array<ArrayBuffer>;
  try {
    passphrase = takeOver(readPassphrase());
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { counts: [], problems: [problem] };
  }
  const workerData: RestoreTestTask = { path, folder, passphrase, stretching };
  return onThread({ program, workerData, transferList: [passphrase.buffer] }, signal);
}

/** Does a restore test in this thread. The passphrase is zeroed. */
export async function runRestoreTest(
  { path, folder, passphrase, stretching }: RestoreTestTask,
  checks: RestoreChecks,
): Promise<Finding> {
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

/** The bytes in memory of their own, which can be handed to a thread; the others are zeroed. */
function takeOver(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const taken = new Uint8Array(bytes);
  bytes.fill(0);
  return taken;
}
