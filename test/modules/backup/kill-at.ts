import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import type { BackupStep } from "../../../server/modules/backup/backups.ts";
import type { RestoreStep } from "../../../server/modules/backup/restore.ts";

/** What a process of its own does, as `process.ts` understands it. */
export type Task =
  | { readonly act: "back-up"; readonly location: DatabaseLocation; readonly now: number; readonly retention: number }
  | { readonly act: "restore"; readonly path: string; readonly directory: string };

/** When it is killed: after a step, or some milliseconds after it began. */
export type Moment = { readonly step: BackupStep | RestoreStep } | { readonly afterMs: number };

/** Every step of the two, in their order. */
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

/** Runs the task in a process that ends by SIGKILL at that moment; answers whether it came to that. */
export async function killAt(moment: Moment, task: Task): Promise<boolean> {
  const program = new URL("process.ts", import.meta.url).pathname;
  const killAfter = "step" in moment ? moment.step : undefined;
  const child = spawn(process.execPath, [program, JSON.stringify({ ...task, killAfter })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.once("data", () => {
    if ("afterMs" in moment) setTimeout(() => child.kill("SIGKILL"), moment.afterMs).unref();
  });
  const [, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (signal === null) expect(code).toBe(0);
  return signal === "SIGKILL";
}
