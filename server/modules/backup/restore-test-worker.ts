import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "../../core/thread-priority.ts";
import type { Finding } from "./checks.ts";
import { openEncrypted } from "./encrypted-file.ts";
import { inspect, problemOf } from "./inspect.ts";
import { placeInFolder } from "./place.ts";
import type { DrillTask } from "./restore-test.ts";

giveWay("backups");
parentPort?.postMessage(await run(workerData as DrillTask));

async function run({ path, folder, passphrase, stretching }: DrillTask): Promise<Finding> {
  try {
    const opened = await openEncrypted(path, Uint8Array.from(passphrase), stretching);
    try {
      await placeInFolder(opened, folder);
    } finally {
      await opened.close();
    }
    return await inspect(folder, passphrase, stretching, opened.facts.head);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { counts: [], problems: [problem] };
  } finally {
    passphrase.fill(0);
  }
}
