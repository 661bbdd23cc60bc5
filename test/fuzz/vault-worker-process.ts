import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { DatabaseLocation } from "../../server/database/source.ts";
import type { VaultStep } from "../../server/modules/vault/vault.ts";
import { bundled } from "../support/programs/bundled.ts";

/** Output line of a worker. All lines but "step" and "destroying" are about committed changes. */
export type Line =
  | ["step", VaultStep]
  | ["rotated", activeVersion: number]
  | ["kept", name: string]
  | ["made", keyId: string, publicKey: string]
  | ["signed", keyId: string, message: string, signature: string]
  | ["destroying" | "destroyed", keyId: string];

/** Parameters of `vault-worker.ts`. */
export interface Task {
  readonly location: DatabaseLocation;
  readonly seed: number;
  /** Number of the process, part of the names of its records. */
  readonly processNumber: number;
  /** Time of its clock, in ms since 1970. */
  readonly now: number;
  /** Step at which it kills itself. */
  readonly killAt?: StepKill | undefined;
}

/** A kill after the n-th occurrence of a step. */
export interface StepKill {
  readonly step: VaultStep;
  readonly nth: number;
}

/** A kill by the parent process, a number of event loop turns after a number of lines. */
export interface MomentKill {
  readonly lines: number;
  readonly turns: number;
}

/** Runs `vault-worker.ts` until it is killed; returns its output lines. */
export async function runUntilKilled(task: Task, moment: MomentKill | undefined): Promise<Line[]> {
  const program = bundled("test/fuzz/vault-worker.ts");
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const errorOutput = text(child.stderr);
  const lines: Line[] = [];
  for await (const line of createInterface(child.stdout)) {
    // The last line may be truncated.
    if (!line.endsWith("]")) break;
    lines.push(JSON.parse(line) as Line);
    if (lines.length === moment?.lines) killLater(() => child.kill("SIGKILL"), moment.turns);
  }
  const [, signal] = await ended;
  if (signal !== "SIGKILL") throw new Error(`the process ended by itself: ${await errorOutput}`);
  return lines;
}

function killLater(kill: () => void, turns: number): void {
  if (turns === 0) kill();
  else setImmediate(killLater, kill, turns - 1);
}
