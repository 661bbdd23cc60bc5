import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { bundled, withSources } from "../support/programs/bundled.ts";
import type { MigrationTask } from "./migrating-process.ts";

/** Runs a process that migrates until it ends or kills itself; returns its number of statements if it has ended. */
export async function migrateInProcess(task: MigrationTask): Promise<number | undefined> {
  const program = bundled("test/database/migrating-process.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const [out, problem, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (signal === "SIGKILL") return undefined;
  if (code !== 0) throw new Error(withSources(problem));
  return Number(out);
}
