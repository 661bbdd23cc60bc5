import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import type { BackupStep } from "../../../server/modules/backup/backups.ts";
import type { RestoreStep } from "../../../server/modules/backup/restore.ts";
import { bundled } from "../../support/programs/bundled.ts";

/** Task of `process.ts`, which runs in a process of its own. */
export type Task =
  | { readonly act: "back-up"; readonly location: DatabaseLocation; readonly now: number; readonly retention: number }
  | { readonly act: "restore"; readonly path: string; readonly directory: string };

/** Moment of the kill: after a step, some milliseconds after the start, or never. */
export type Moment = { readonly step: BackupStep | RestoreStep } | { readonly afterMs: number } | "never";

/** Steps of a backup and of a restore, in order. */
export const backupSteps: readonly BackupStep[] = [
  "begun",
  "copied",
  "written",
  "synced",
  "named",
  "restore-test-begun",
  "restore-tested",
  "pruned",
];
export const restoreSteps: readonly RestoreStep[] = ["begun", "placed", "inspected", "named"];

/**
 * Runs the task in a process that ends by SIGKILL at that moment. Returns whether it was killed.
 *
 * @param user id of the user and the group as whom it runs; absent: as this process
 */
export async function killAt(moment: Moment, task: Task, user?: number): Promise<boolean> {
  const program = bundled("test/modules/backup/process.ts");
  const killAfter = moment !== "never" && "step" in moment ? moment.step : undefined;
  const child = spawn(process.execPath, [program, JSON.stringify({ ...task, killAfter })], {
    stdio: ["ignore", "pipe", "inherit"],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  child.stdout.once("data", () => {
    if (moment !== "never" && "afterMs" in moment) setTimeout(() => child.kill("SIGKILL"), moment.afterMs).unref();
  });
  const [, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (signal === null) expect(code).toBe(0);
  return signal === "SIGKILL";
}
