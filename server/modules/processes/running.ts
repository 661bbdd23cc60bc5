import { type Heartbeat, type Processes, stateOf } from "./domain/process.ts";

/** Lists the processes with a recent heartbeat, including draining ones. */
export async function runningProcesses(processes: Pick<Processes, "now" | "list">): Promise<readonly Heartbeat[]> {
  const listed = await processes.list();
  const now = await processes.now();
  return listed.filter((heartbeat) => stateOf(heartbeat, now) !== "silent");
}
