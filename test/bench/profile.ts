import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "./ask.ts";
import type { Contest } from "./contest.ts";
import { keepBusy, openLoad } from "./load.ts";
import { programs, startServer } from "./servers.ts";
import { spell } from "./wire.ts";

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const seconds = 10;
const entries = 25;

/** The functions of our server that take the most time by themselves under the load of a contest. */
export async function profile({ payload, wire }: Contest): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-profile-"));
  try {
    const server = await startServer(["--cpu-prof", `--cpu-prof-dir=${directory}`, ...programs.ours]);
    try {
      const request = spell(payload, wire);
      const load = await openLoad(server.port, wire, request, await ask(server.port, wire, request));
      await keepBusy(load, { seconds, sleepless: true });
      load.close();
    } finally {
      await server.stop();
    }
    const files = readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")));
    const lines = files.flatMap((file) => [
      "  by itself:",
      ...hottest(file, functionOf),
      "  by module:",
      ...hottest(file, moduleOf),
    ]);
    return [`${wire}: ${payload.name}`, ...lines].join("\n");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

type CallFrame = CpuProfile["nodes"][number]["callFrame"];

function hottest({ nodes, samples, timeDeltas }: CpuProfile, groupOf: (frame: CallFrame) => string): string[] {
  const groups = new Map(nodes.map(({ id, callFrame }) => [id, groupOf(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  samples.forEach((id, i) => {
    const group = groups.get(id) as string;
    if (group.startsWith("(idle)")) return;
    const time = timeDeltas[i] as number;
    times.set(group, (times.get(group) ?? 0) + time);
    total += time;
  });
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, entries)
    .map(([group, time]) => `  ${((100 * time) / total).toFixed(1).padStart(5)} %  ${group}`);
}

function functionOf(frame: CallFrame): string {
  const name = frame.functionName === "" ? "(anonymous)" : frame.functionName;
  return `${name}  ${placeOf(frame)}:${frame.lineNumber + 1}`;
}

/** A package, a module of Node or a file of ours; what is built in has no place, and is told apart by its name. */
function moduleOf(frame: CallFrame): string {
  const place = placeOf(frame);
  return place === "" ? frame.functionName : (/^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(place)?.[0] ?? place);
}

function placeOf({ url }: CallFrame): string {
  return url.replace(/^file:.*?(node_modules|server|gen)\//, "$1/");
}
