import { onThread } from "../snapshot/thread.ts";

/** What is copied where. */
export interface CopyTask {
  readonly dataDirectory: string;
  readonly path: string;
}

/**
 * Copies the database of a folder, as it is at one moment, into a new file that nobody else may read. On a thread of its
 * own: in the end SQLite waits until all of it is on the disk.
 */
export function copySqlite(task: CopyTask, signal: AbortSignal): Promise<"copied"> {
  return onThread({ program: new URL("./copy-worker.ts", import.meta.url), workerData: task }, signal);
}
