import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Line, Refusal, Task } from "../ledger/worker-process.ts";

/** A process that makes transfers and notes what it was told, whatever the database does. */
export interface Client {
  /** Outcomes in the order in which it was told them. */
  readonly told: readonly Line[];
  /** Attempts for which the database was not there. */
  readonly refusals: number;
  /** Resolves when this many outcomes have been told, or when it has ended. */
  reached(count: number): Promise<void>;
  /** Resolves when it has made all of its requests; rejects if it ended otherwise. */
  readonly finished: Promise<void>;
}

const program = new URL("../ledger/worker.ts", import.meta.url).pathname;

/** Starts a client that repeats what the database did not answer. */
export function startClient(task: Task): Client {
  const parameters = JSON.stringify({ ...task, isPatient: true });
  const child = spawn(process.execPath, [program, parameters], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const told: Line[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let refusals = 0;
  const lines = createInterface(child.stdout);
  lines.on("line", (line) => {
    const read = JSON.parse(line) as Line | Refusal;
    if (read[0] === "entry") told.push(read);
    else refusals += 1;
    for (const one of waiting) if (told.length >= one.count) one.resolve();
  });
  const finished = endOf(child, once(lines, "close"));
  const stop = () => {
    for (const one of waiting) one.resolve();
  };
  finished.then(stop, stop);
  return {
    told,
    get refusals() {
      return refusals;
    },
    reached: (count) =>
      told.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    finished,
  };
}

async function endOf(child: ChildProcess, read: Promise<unknown>): Promise<void> {
  const problem = text(child.stderr as NonNullable<typeof child.stderr>);
  const [[code, signal]] = await Promise.all([once(child, "exit"), read]);
  if (code !== 0) throw new Error(`a client ended with ${code ?? signal}: ${await problem}`);
}
