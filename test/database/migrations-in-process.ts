import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { MigrationTask } from "./migrating-process.ts";

/** Runs a process that migrates until it ends or kills itself; returns its number of statements if it has ended. */
export async function migrateInProcess(task: MigrationTask): Promise<number | undefined> {
  const program = new URL("migrating-process.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const [out, problem, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (signal === "SIGKILL") return undefined;
  if (code !== 0) throw new Error(problem);
  return Number(out);
}
