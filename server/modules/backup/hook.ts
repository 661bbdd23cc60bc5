import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { BackupLog } from "./backup-log.ts";

/** A program that the operator wants to be run after each good backup, such as to copy it elsewhere. */
export interface HookDeps {
  /** Its path. It gets the path of the backup as its only argument, and no shell reads either. */
  readonly program: string;
  /** Longest time that it may take. */
  readonly timeoutMs: number;
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Folder of the backups, in which its last success is noted. */
  readonly directory: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: BackupLog;
  /** Waits before a repetition; resolves to false when the signal has aborted. For tests. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<boolean>) | undefined;
}

export interface BackupHook {
  /**
   * Runs the program for a backup, after those that wait already, and again as long as it fails and there is no newer
   * backup. Never rejects: the backup is as good without it.
   */
  run(backup: GoodBackup): Promise<void>;
  /** Runs of this process so far. */
  readonly runs: Readonly<Record<"succeeded" | "failed", number>>;
  /** Reads the last success of any process; undefined if there was none. */
  lastSuccess(): Promise<HookSuccess | undefined>;
  /** Ends the running program, and runs no further one. */
  close(): Promise<void>;
}

export interface GoodBackup {
  readonly name: string;
  readonly path: string;
}

const firstPauseMs = 60_000;
const pauseMaxMs = 3_600_000;

/** Returns the pause after so many failures in a row: a minute, then each time twice as much, up to an hour. */
function pauseAfter(failures: number): number {
  return Math.min(firstPauseMs * 2 ** (failures - 1), pauseMaxMs);
}

export function openHook(deps: HookDeps): BackupHook {
  const { program, directory, now, log, pause = pauseFor } = deps;
  const ending = new AbortController();
  const runs = { succeeded: 0, failed: 0 };
  let last: Promise<void> = Promise.resolve();
  let newer = new AbortController();

  async function runUntilGood(backup: GoodBackup, isOver: AbortSignal): Promise<void> {
    if (ending.signal.aborted) return;
    let failures = 0;
    while (!(await runNow(backup, failures))) {
      failures++;
      if (isOver.aborted || !(await pause(pauseAfter(failures), isOver))) return;
    }
  }

  /** Returns whether the program succeeded. Only the first failure for a backup is logged. */
  async function runNow({ name, path }: GoodBackup, failures: number): Promise<boolean> {
    const startedMs = now();
    const { problem, output } = await runProgram(deps, path, ending.signal);
    const facts = { name, program, tookMs: now() - startedMs, output };
    runs[problem === undefined ? "succeeded" : "failed"]++;
    if (problem === undefined) {
      await noteSuccess(directory, { name, at: new Date(now()) });
      log.info({ ...facts, failures }, "ran the program of BACKUP_HOOK");
    } else if (failures === 0) {
      log.error(
        { ...facts, problem },
        "the program of BACKUP_HOOK failed; the backup is kept, and the program is run again until it succeeds or there is a newer backup",
      );
    }
    return problem === undefined;
  }

  return {
    run(backup) {
      newer.abort();
      newer = new AbortController();
      const isOver = AbortSignal.any([newer.signal, ending.signal]);
      const unwritten = (error: unknown) =>
        log.error({ name: backup.name, err: error }, "could not note the success of the program of BACKUP_HOOK");
      last = last.then(() => runUntilGood(backup, isOver)).catch(unwritten);
      return last;
    },
    runs,
    lastSuccess: () => lastHookSuccess(directory),
    async close() {
      ending.abort();
      await last;
    },
  };
}

function pauseFor(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch((error: unknown) => {
    if (signal.aborted) return false;
    throw error;
  });
}

/** A success of the program: for which backup, and when. */
export interface HookSuccess {
  readonly name: string;
  readonly at: Date;
}

/** Not the name of a backup, so that it is not taken for one. */
const successFile = "hook-success.json";

/** Reads the last success of the program; undefined if there was none. */
export async function lastHookSuccess(directory: string): Promise<HookSuccess | undefined> {
  try {
    const { name, at } = JSON.parse(await readFile(join(directory, successFile), "utf8"));
    return { name, at: new Date(at) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function noteSuccess(directory: string, success: HookSuccess): Promise<void> {
  const path = join(directory, successFile);
  const aside = `${path}.${process.pid}.partial`;
  await writeFile(aside, `${JSON.stringify(success)}\n`, { mode: 0o600 });
  await rename(aside, path);
}

interface Outcome {
  /** Undefined: it exited with status 0. */
  readonly problem: string | undefined;
  /** The end of what it has written. */
  readonly output: string;
}

const outputMax = 2_000;

/** Runs the program to its end, or ends it and what it has started. */
async function runProgram(
  { program, timeoutMs, graceMs = 10_000, environment }: HookDeps,
  path: string,
  signal: AbortSignal,
): Promise<Outcome> {
  // A group of its own, so that what it has started can be ended with it.
  const child = spawn(program, [path], { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output = endOf([child.stdout, child.stderr].filter((stream) => stream !== undefined));
  const send = (name: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // Nothing of it is left.
    }
  };
  const late = AbortSignal.timeout(timeoutMs);
  const end = AbortSignal.any([late, signal]);
  let killer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    send("SIGTERM");
    killer = setTimeout(() => {
      send("SIGKILL");
      // A process that has left the group may hold them open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, graceMs);
  };
  end.addEventListener("abort", giveUp);
  try {
    const [code, killedBy] = await once(child, "close");
    if (late.aborted) return { problem: `it did not end within ${timeoutMs / 1_000} s`, output: output() };
    if (signal.aborted) return { problem: "the service is stopping", output: output() };
    const problem = killedBy === null ? `it exited with status ${code}` : `it was killed by ${killedBy}`;
    return { problem: code === 0 ? undefined : problem, output: output() };
  } catch (error) {
    return { problem: `it could not be started: ${(error as Error).message}`, output: "" };
  } finally {
    clearTimeout(killer);
    end.removeEventListener("abort", giveUp);
  }
}

/** Reads streams, of which it keeps the end alone. */
function endOf(streams: readonly Readable[]): () => string {
  let text = "";
  for (const stream of streams) {
    stream.setEncoding("utf8").on("data", (some: string) => {
      text = (text + some).slice(-outputMax);
    });
    // One that was destroyed.
    stream.on("error", () => undefined);
  }
  return () => text;
}
