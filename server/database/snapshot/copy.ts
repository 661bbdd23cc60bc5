import { onThread } from "./thread.ts";

/** Source folder and target file of a copy. */
export interface CopyTask {
  readonly dataDirectory: string;
  readonly path: string;
}

/**
 * Copies a snapshot of a folder's database into a new file that only its owner may read. Runs on its own thread,
 * because SQLite blocks at the end until the file is on the disk.
 */
export function copySqlite(task: CopyTask, signal: AbortSignal): Promise<"copied"> {
  return onThread({ program: new URL("./copy-worker.ts", import.meta.url), workerData: task }, signal);
}
