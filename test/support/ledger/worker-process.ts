import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import type { JournalStep } from "../../../server/modules/ledger/journal/steps.ts";
import type { BatchStep } from "../../../server/modules/ledger/store/batch-store.ts";
import { bundled, withSources } from "../programs/bundled.ts";

/** Output line of a worker for each outcome: the entry's id, sequence number, outcome and digest. */
export type Line = ["entry", id: string, sequence: number, outcome: number, digest: string];

/** Output line of a patient worker for each attempt that failed because the database was unavailable. */
export type Refusal = ["unavailable", message: string];

/** Output line of a patient worker for a reading of the head that was lower than an earlier one. */
export type Backwards = ["backwards", seen: number, read: number];

/** Parameters of `worker.ts`. */
export interface Task {
  readonly location: DatabaseLocation;
  /** Owners of the wallets between which it moves money. */
  readonly owners: readonly string[];
  /** Seed of its own requests. */
  readonly seed: number;
  /** Seed and number of its first requests, which other workers may make, too. */
  readonly shared: { readonly seed: number; readonly count: number };
  /** Number of its own requests; if absent it runs until it is killed, or ends cleanly at SIGTERM. */
  readonly count?: number | undefined;
  /** Step at which it kills itself. */
  readonly killAt?: StepKill | undefined;
  readonly batchMax?: number | undefined;
  /** Folder of its journal; if absent it keeps none. */
  readonly journalRoot?: string | undefined;
  /** Whether it repeats a request until the database is available, and reads the head after acknowledged entries. */
  readonly isPatient?: boolean | undefined;
}

/** A kill after the n-th occurrence of a step. */
export interface StepKill {
  readonly step: BatchStep | JournalStep;
  readonly nth: number;
}

/** A kill by the parent process, a number of event loop turns after a number of entries. */
export interface MomentKill {
  readonly entries: number;
  readonly turns: number;
}

/** Runs `worker.ts` until it ends or, without a number of requests, is killed; returns its output lines. */
export async function runWorker(task: Task, moment?: MomentKill): Promise<Line[]> {
  const program = bundled("test/support/ledger/worker.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const errorOutput = text(child.stderr);
  const lines: Line[] = [];
  for await (const line of createInterface(child.stdout)) {
    // The last line may be truncated.
    if (!line.endsWith("]")) break;
    lines.push(JSON.parse(line) as Line);
    if (lines.length === moment?.entries) killLater(() => child.kill("SIGKILL"), moment.turns);
  }
  const [code, signal] = await ended;
  const isAsExpected = task.count === undefined ? signal === "SIGKILL" : code === 0;
  if (!isAsExpected) throw new Error(`the process ended with ${code ?? signal}: ${withSources(await errorOutput)}`);
  return lines;
}

function killLater(kill: () => void, turns: number): void {
  if (turns === 0) kill();
  else setImmediate(killLater, kill, turns - 1);
}
