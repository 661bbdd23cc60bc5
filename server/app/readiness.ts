import { open, statfs } from "node:fs/promises";
import { devNull } from "node:os";
import { limits } from "../core/limits.ts";
import type { DatabaseWatch } from "./database-watch.ts";

/** A condition of readiness. */
export interface ReadinessCheck {
  readonly name: string;
  /** Says why calls are not accepted, as the beginning of a sentence; undefined if nothing is wrong here. */
  readonly problem: string | undefined;
}

/** Runs every check. Calls are accepted if none has a problem. */
export type Readiness = () => Promise<readonly ReadinessCheck[]>;

export interface ReadinessDeps {
  readonly watch: Pick<DatabaseWatch, "hasStoredWithin" | "note">;
  /** Reads from the database. */
  readonly read: () => Promise<unknown>;
  /** Changes a row of the database durably. */
  readonly write: () => Promise<unknown>;
  /** Whether the vault still has the passphrase with which this process opened it. */
  readonly hasSamePassphrase: () => Promise<boolean>;
  /** Folder of the SQLite database, whose disk is checked; undefined: the database is on a server. */
  readonly folder: string | undefined;
}

/**
 * Creates a readiness check that never hangs; a stalled database is not ready. Ready means that a write works (the
 * database has stored one within a second, or stores one now), that files can be opened, and that the vault still has
 * the passphrase of this process. Concurrent checks share one run, so that probes do not take the connections of calls.
 */
export function createReadiness(deps: ReadinessDeps): Readiness {
  const checks = checksOf(deps);
  let looking: { readonly found: ReadinessCheck[]; readonly done: Promise<void> } | undefined;

  function look() {
    const found: ReadinessCheck[] = [];
    const done = runAll(checks, deps.watch, found).finally(() => {
      looking = undefined;
    });
    return { found, done };
  }

  return async () => {
    looking ??= look();
    const { found, done } = looking;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limits.readinessMs);
    await Promise.race([done, late]);
    clearTimeout(timer);
    const waiting = checks.slice(found.length).map(({ name }) => ({ name, problem: "the database does not answer" }));
    return [...found, ...waiting];
  };
}

/** Returns the problem of the first check that has one; undefined if calls are accepted. */
export function problemOf(checks: readonly ReadinessCheck[]): string | undefined {
  return checks.find(({ problem }) => problem !== undefined)?.problem;
}

interface Check {
  readonly name: string;
  /** Returns the problem, or rejects with it. */
  readonly look: () => Promise<string | undefined>;
}

function checksOf({ watch, read, write, hasSamePassphrase, folder }: ReadinessDeps): readonly Check[] {
  const quiet = async (work: () => Promise<unknown>) => void (await work());
  return [
    { name: "files", look: () => quiet(openFile) },
    ...(folder === undefined ? [] : [{ name: "disk", look: () => diskProblem(folder) }]),
    { name: "database", look: () => quiet(watch.hasStoredWithin(limits.writeProbeMs) ? read : write) },
    {
      name: "vault",
      look: async () =>
        (await hasSamePassphrase())
          ? undefined
          : "the passphrase of the vault was changed; restart this process with the new passphrase",
    },
  ];
}

/** Runs the checks one after the other, and adds what each has found. */
async function runAll(checks: readonly Check[], watch: ReadinessDeps["watch"], found: ReadinessCheck[]): Promise<void> {
  for (const { name, look } of checks) {
    const problem = await look().catch((error: NodeJS.ErrnoException) =>
      error.code === "EMFILE" || error.code === "ENFILE"
        ? "the service can open no more files"
        : (watch.note(error) ?? "the database fails"),
    );
    found.push({ name, problem });
  }
}

async function diskProblem(folder: string): Promise<string | undefined> {
  return (await freeBytes(folder)) < limits.databaseDiskFreeMin ? "the disk of the database is full" : undefined;
}

/** Opens a file: when that fails, no connection can be accepted either. */
async function openFile(): Promise<void> {
  await (await open(devNull)).close();
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
