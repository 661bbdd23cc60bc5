import { parentPort, workerData } from "node:worker_threads";
import { lowerThreadPriority } from "../core/thread-priority.ts";
import type { RestoreTestTask } from "../modules/backup/restore-test.ts";
import { runRestoreTest } from "../modules/backup/restore-test-run.ts";
import { restoreChecks } from "./restore-checks.ts";

lowerThreadPriority("backups");
parentPort?.postMessage(await runRestoreTest(workerData as RestoreTestTask, restoreChecks));
