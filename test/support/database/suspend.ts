import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";

/** Suspends a process, as on a machine that hangs: its connections stay open, and nothing is answered. */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  while (!hasStopped(pid)) await turn();
}

/** Resumes it. */
export function resume(pid: number): void {
  process.kill(pid, "SIGCONT");
}

/** Whether a process has stopped. Threads on other processors stop a little later. */
function hasStopped(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return true;
  return readdirSync(threads).every((thread) => / [Tt] /.test(readFileSync(`${threads}/${thread}/stat`, "utf8")));
}
