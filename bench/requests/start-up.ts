import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { programs, startServer } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";

const starts = 5;

/** Time that our server needs until it listens. */
export async function startUpTime(): Promise<Finding> {
  const times: number[] = [];
  for (let start = 0; start < starts; start++) {
    const server = await startServer(programs.ours);
    times.push(server.startMs);
    await server.stop();
  }
  return {
    title: "Start-up",
    how: `Time from the start of the process until it listens, with a new database each time; ${starts} starts.`,
    columns: ["server", "ms"],
    rows: [["ours", spreadText(spreadOf(times), 0)]],
    verdicts: [],
  };
}
