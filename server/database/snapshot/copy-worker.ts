import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { lowerThreadPriority } from "../../core/thread-priority.ts";
import type { CopyTask } from "./copy.ts";

/** One megabyte; the thread can be ended between two steps. */
const pagesAtOnce = 256;

lowerThreadPriority("backups");
await copy(workerData as CopyTask);
parentPort?.postMessage("copied");

async function copy({ dataDirectory, path }: CopyTask): Promise<void> {
  closeSync(openSync(path, "wx", 0o600));
  const connection = new Sqlite(join(dataDirectory, "platonic.sqlite"), { readonly: true, fileMustExist: true });
  try {
    // A copy in several steps begins anew whenever others write in between, which under load is always. It does not
    // while its own connection is in a transaction, which keeps the state of its first read.
    connection.exec("BEGIN");
    connection.prepare("SELECT COUNT(*) FROM sqlite_schema").get();
    await connection.backup(path, { progress: () => pagesAtOnce });
  } finally {
    connection.close();
  }
}
