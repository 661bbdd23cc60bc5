import { onThread } from "../../database/snapshot/thread.ts";
import type { Stretching } from "../vault/passphrase-root.ts";
import type { Finding } from "./checks.ts";
import { problemOf } from "./inspect.ts";

/** What a drill is done with. */
export interface DrillParts extends DrillPlace {
  readonly readPassphrase: () => Uint8Array;
  readonly stretching: Stretching;
}

export interface DrillPlace {
  /** The backup. */
  readonly path: string;
  /** An empty private folder, where it is restored. */
  readonly folder: string;
}

/** What the thread is given. */
export interface DrillTask extends DrillPlace {
  readonly passphrase: Uint8Array;
  readonly stretching: Stretching;
}

/**
 * Restores a backup into a folder and looks at all of it, on a thread of its own: the checks of the database do not pause.
 */
export async function drill(parts: DrillParts, signal: AbortSignal): Promise<Finding> {
  const { path, folder, readPassphrase, stretching } = parts;
  let passphrase: Uint8Array<ArrayBuffer>;
  try {
    passphrase = takeOver(readPassphrase());
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { counts: [], problems: [problem] };
  }
  const workerData: DrillTask = { path, folder, passphrase, stretching };
  const program = new URL("./restore-test-worker.ts", import.meta.url);
  return onThread({ program, workerData, transferList: [passphrase.buffer] }, signal);
}

/** The bytes in memory of their own, which can be handed to a thread; the others are zeroed. */
function takeOver(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const taken = new Uint8Array(bytes);
  bytes.fill(0);
  return taken;
}
