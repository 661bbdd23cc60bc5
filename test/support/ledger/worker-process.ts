import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import type { BatchStep } from "../../../server/modules/ledger/store/batch-store.ts";

/** What a process tells of a request when it has its outcome: the entry's id, place, outcome and digest. */
export type Line = ["entry", id: string, sequence: number, outcome: number, digest: string];

/** What `process-work.ts` is told. */
export interface Task {
  readonly location: DatabaseLocation;
  /** Between whom it moves money. */
  readonly owners: readonly string[];
  /** Its own requests follow from this. */
  readonly seed: number;
  /** It first makes so many requests that follow from this seed, and are the same in all processes. */
  readonly shared: { readonly seed: number; readonly count: number };
  /** Requests of its own; none: until it is killed. */
  readonly count?: number | undefined;
  /** It kills itself there. */
  readonly killAt?: StepKill | undefined;
  readonly batchMax?: number | undefined;
}

/** After this step, when it comes for the n-th time. */
export interface StepKill {
  readonly step: BatchStep;
  readonly nth: number;
}

/** From outside, after so many entries, and so many turns of the event loop later: between two lines as well. */
export interface MomentKill {
  readonly entries: number;
  readonly turns: number;
}

/** Runs `process-work.ts` to its end, which without a number of requests is its being killed; answers what it told. */
export async function live(task: Task, moment?: MomentKill): Promise<Line[]> {
  const program = new URL("process-work.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const complaint = text(child.stderr);
  const lines: Line[] = [];
  for await (const line of createInterface(child.stdout)) {
    // The last one may be cut off.
    if (!line.endsWith("]")) break;
    lines.push(JSON.parse(line) as Line);
    if (lines.length === moment?.entries) killLater(() => child.kill("SIGKILL"), moment.turns);
  }
  const [code, signal] = await ended;
  const isAsExpected = task.count === undefined ? signal === "SIGKILL" : code === 0;
  if (!isAsExpected) throw new Error(`the process ended with ${code ?? signal}: ${await complaint}`);
  return lines;
}

function killLater(kill: () => void, turns: number): void {
  if (turns === 0) kill();
  else setImmediate(killLater, kill, turns - 1);
}
