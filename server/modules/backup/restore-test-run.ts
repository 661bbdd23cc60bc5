import type { CheckReport, RestoreChecks } from "./checks.ts";
import { openEncrypted } from "./encrypted-file.ts";
import { inspect, problemOf } from "./inspection.ts";
import { placeInFolder } from "./placement.ts";
import type { RestoreTestTask } from "./restore-test.ts";

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
    return await inspect(folder, passphrase, stretching, checks, opened.facts);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { counts: [], problems: [problem] };
  } finally {
    passphrase.fill(0);
  }
}
