import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { DatabaseLocation } from "../../server/database/source.ts";
import type { VaultStep } from "../../server/modules/vault/vault.ts";

/** What a process tells. All but steps, and what it is about to destroy, is of what was committed. */
export type Line =
  | ["step", VaultStep]
  | ["rotated", activeVersion: number]
  | ["kept", name: string]
  | ["made", keyId: string, publicKey: string]
  | ["signed", keyId: string, message: string, signature: string]
  | ["destroying" | "destroyed", keyId: string];

/** What `vault-work.ts` is told. */
export interface Task {
  readonly location: DatabaseLocation;
  readonly seed: number;
  /** Part of the names of its records, so that no two processes keep the same. */
  readonly life: number;
  /** Its time, in milliseconds since 1970. */
  readonly now: number;
  /** It kills itself there. */
  readonly killAt?: StepKill | undefined;
}

/** After this step, when it comes for the n-th time. */
export interface StepKill {
  readonly step: VaultStep;
  readonly nth: number;
}

/** From outside, after so many lines, and so many turns of the event loop later: between two lines as well. */
export interface MomentKill {
  readonly lines: number;
  readonly turns: number;
}

/** Runs `vault-work.ts` until it is killed; answers what it has told. */
export async function liveUntilKilled(task: Task, moment: MomentKill | undefined): Promise<Line[]> {
  const program = new URL("vault-work.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const complaint = text(child.stderr);
  const lines: Line[] = [];
  for await (const line of createInterface(child.stdout)) {
    // The last one may be cut off.
    if (!line.endsWith("]")) break;
    lines.push(JSON.parse(line) as Line);
    if (lines.length === moment?.lines) killLater(() => child.kill("SIGKILL"), moment.turns);
  }
  const [, signal] = await ended;
  if (signal !== "SIGKILL") throw new Error(`the process ended by itself: ${await complaint}`);
  return lines;
}

function killLater(kill: () => void, turns: number): void {
  if (turns === 0) kill();
  else setImmediate(killLater, kill, turns - 1);
}
