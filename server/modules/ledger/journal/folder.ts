import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type FileLock, lockFile } from "../../../database/sqlite/file-lock.ts";
import { journalBounds } from "./bounds.ts";
import type { JournalStep } from "./steps.ts";

/** The folder of one process's journal, which no other process uses while this one lives. */
export interface JournalFolder {
  readonly path: string;
  /** Names of the files left by earlier processes, oldest first. */
  readonly inherited: readonly string[];
  /** Returns a name for the next file, which sorts after all others. */
  nextName(nowMs: number): string;
  /** Releases the remaining files to other processes; removes an empty folder. */
  close(): void;
}

/**
 * Makes a folder for this process in `root`, which must exist, and takes over the files of ended processes. Processes
 * that start together take turns.
 */
export function openFolder(root: string, afterStep: (step: JournalStep) => void = () => {}): JournalFolder {
  const turn = lockFile(join(root, lockName), journalBounds.openWaitMs);
  if (turn === undefined) throw new Error(`${root} is locked by another process that starts; start again`);
  try {
    const path = join(root, `process-${randomBytes(8).toString("hex")}`);
    mkdirSync(path, { mode: 0o700 });
    const lock = lockFile(join(path, lockName)) as FileLock;
    afterStep("opened");
    for (const name of readdirSync(root)) {
      const other = join(root, name);
      if (name.startsWith("process-") && other !== path) takeOver(other, path, afterStep);
    }
    return folderAt(path, lock);
  } finally {
    turn.release();
  }
}

const lockName = "lock";
const extension = ".journal";

function folderAt(path: string, lock: FileLock): JournalFolder {
  let count = 0;
  return {
    path,
    inherited: filesIn(path),
    nextName: (nowMs) =>
      `${String(nowMs).padStart(15, "0")}-${String(count++).padStart(9, "0")}-${suffix()}${extension}`,
    close() {
      const isEmpty = filesIn(path).length === 0;
      lock.release();
      if (isEmpty) rmSync(path, { recursive: true, force: true });
    },
  };
}

function takeOver(from: string, to: string, afterStep: (step: JournalStep) => void): void {
  const lock = lockFile(join(from, lockName));
  // Its process is alive.
  if (lock === undefined) return;
  for (const name of filesIn(from)) {
    renameSync(join(from, name), join(to, name));
    afterStep("taken");
  }
  lock.release();
  rmSync(from, { recursive: true, force: true });
}

function filesIn(path: string): string[] {
  return readdirSync(path)
    .filter((name) => name.endsWith(extension))
    .sort();
}

function suffix(): string {
  return randomBytes(4).toString("hex");
}
