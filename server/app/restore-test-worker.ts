import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "../core/thread-priority.ts";
import { type RestoreTestTask, runRestoreTest } from "../modules/backup/restore-test.ts";
import { restoreChecks } from "./restore-checks.ts";

giveWay("backups");
parentPort?.postMessage(await runRestoreTest(workerData as RestoreTestTask, restoreChecks));
