import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Backwards, Line, Refusal, Task } from "../ledger/worker-process.ts";
import { bundled } from "../programs/bundled.ts";

/** A process that makes transfers and records its acknowledgements, even through outages of the database. */
export interface Client {
  /** Acknowledged outcomes, in order. */
  readonly told: readonly Line[];
  /** Times of the acknowledgements, in ms. */
  readonly toldAtMs: readonly number[];
  /** Attempts that failed because the database was unavailable. */
  readonly refusals: number;
  /** Readings of the head that were lower than an earlier one. */
  readonly backwards: readonly Backwards[];
  /** Whether it has ended, by itself or on request. */
  readonly hasEnded: boolean;
  /** Lets it finish the requests that it has begun, and end. Rejects if it ends otherwise. */
  finish(): Promise<void>;
}

/** Starts a client that repeats unanswered requests, and calls `onTold` after each outcome, and at its end. */
export function startClient(task: Omit<Task, "count" | "isPatient">, onTold: () => void): Client {
  const parameters = JSON.stringify({ ...task, isPatient: true });
  const child = spawn(process.execPath, [bundled("test/support/ledger/worker.ts"), parameters], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const told: Line[] = [];
  const toldAtMs: number[] = [];
  const backwards: Backwards[] = [];
  let refusals = 0;
  const lines = createInterface(child.stdout);
  lines.on("line", (text) => {
    const line = JSON.parse(text) as Line | Refusal | Backwards;
    if (line[0] === "unavailable") {
      refusals += 1;
    } else if (line[0] === "backwards") {
      backwards.push(line);
    } else {
      told.push(line);
      toldAtMs.push(performance.now());
      onTold();
    }
  });
  const ended = endOf(child, once(lines, "close"));
  let hasEnded = false;
  const noteEnd = () => {
    hasEnded = true;
    onTold();
  };
  ended.then(noteEnd, noteEnd);
  return {
    told,
    toldAtMs,
    backwards,
    get refusals() {
      return refusals;
    },
    get hasEnded() {
      return hasEnded;
    },
    finish() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

async function endOf(child: ChildProcess, read: Promise<unknown>): Promise<void> {
  const problem = text(child.stderr as NonNullable<typeof child.stderr>);
  const [[code, signal]] = await Promise.all([once(child, "exit"), read]);
  if (code !== 0) throw new Error(`a client ended with ${code ?? signal}: ${await problem}`);
}
