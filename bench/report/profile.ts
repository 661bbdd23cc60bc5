import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contest } from "../harness/contest.ts";
import { programs, startServer } from "../harness/servers.ts";
import { keepBusy, openLoad } from "../requests/load.ts";
import { requestOnce } from "../requests/single-request.ts";
import { wireRequest } from "../requests/wire.ts";
import { type CpuProfile, type Frame, inclusiveShares, type Share, selfShares } from "./cpu-profile.ts";

const seconds = 10;

/** CPU profile of a thread of our server under the load of a contest, including start-up, largest shares first. */
export interface ThreadProfile {
  /** Thread number; 0 is the main thread. */
  readonly thread: number;
  /** Shares of functions, excluding the functions that they call. */
  readonly byItself: readonly Share[];
  /** Shares of our functions, including the functions that they call before they first await. */
  readonly inclusive: readonly Share[];
  /** Shares of packages, Node modules and our files, excluding what they call. */
  readonly byModule: readonly Share[];
}

export async function profile({ payload, wire }: Contest): Promise<ThreadProfile[]> {
  const directory = mkdtempSync(join(tmpdir(), "platonic-profile-"));
  const { command, parameters } = programs.ours;
  try {
    const server = await startServer({
      command,
      parameters: ["--cpu-prof", `--cpu-prof-dir=${directory}`, ...parameters],
    });
    try {
      const request = wireRequest(payload, wire);
      const load = await openLoad(server.port, wire, request, await requestOnce(server.port, wire, request));
      await keepBusy(load, { seconds, sleepless: true });
      load.close();
    } finally {
      await server.stop();
    }
    return readdirSync(directory)
      .map((name) => threadProfile(name, JSON.parse(readFileSync(join(directory, name), "utf8"))))
      .toSorted((a, b) => a.thread - b.thread);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Reads a profile, whose name is `CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile`. */
function threadProfile(fileName: string, file: CpuProfile): ThreadProfile {
  return {
    thread: Number(fileName.split(".")[4]),
    byItself: selfShares(file, functionOf),
    inclusive: inclusiveShares(file, (frame) => (isOurs(frame) ? functionOf(frame) : undefined)),
    byModule: selfShares(file, moduleOf),
  };
}

function isOurs(frame: Frame): boolean {
  return /^(server|gen)\//.test(placeOf(frame));
}

/** Name and source position of a function; built-in functions have no position. */
function functionOf(frame: Frame): string {
  const name = frame.functionName === "" ? "(anonymous)" : frame.functionName;
  const place = placeOf(frame);
  return place === "" ? name : `${name}  ${place}:${frame.lineNumber + 1}`;
}

function moduleOf(frame: Frame): string {
  const place = placeOf(frame);
  return place === "" ? frame.functionName : (/^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(place)?.[0] ?? place);
}

function placeOf({ url }: Frame): string {
  return url.replace(/^file:.*?(node_modules|server|gen)\//, "$1/");
}
