import { randomBytes } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { DatabaseServer } from "../../database/mysql/database-url.ts";
import { fillMysql } from "../../database/snapshot/rows-in.ts";
import { snapshotFormats } from "../../database/snapshot/snapshot.ts";
import type { Stretching } from "../vault/index.ts";
import { BackupError } from "./backup-error.ts";
import type { Finding, RestoreChecks } from "./checks.ts";
import { type Opened, openEncrypted, syncFolder } from "./encrypted-file.ts";
import { inspect } from "./inspection.ts";
import { namesIn, removeLeftovers } from "./leftovers.ts";
import { placeInFolder } from "./placement.ts";

/** What a process can stop after, leaving either no new folder or a whole one. */
export type RestoreStep = "begun" | "placed" | "inspected" | "named";

export interface OpeningDeps {
  /** The backup. */
  readonly path: string;
  /** Is zeroed. */
  readonly passphrase: Uint8Array;
  readonly stretching: Stretching;
}

export interface RestoreDeps extends OpeningDeps {
  /** The new data directory, which is not there yet or empty. */
  readonly directory: string;
  readonly checks: RestoreChecks;
  /** For tests: what it throws ends the work there. */
  readonly afterStep?: (step: RestoreStep) => void;
}

/**
 * Restores a backup into a new data directory, beside it until all is there and looked at. What is found to be wrong with
 * it does not keep it from being put in place: it may be all that there is.
 *
 * @throws BackupError when the folder is not empty, or the backup does not open; then nothing is left.
 */
export async function restore(deps: RestoreDeps): Promise<Finding> {
  try {
    return await restoreAside(deps);
  } finally {
    deps.passphrase.fill(0);
  }
}

/** Restores a backup of a database on a server into an empty one: all of it, or nothing. */
export async function restoreRows(deps: OpeningDeps & { readonly server: DatabaseServer }): Promise<void> {
  try {
    await withOpened(deps, async ({ facts, content }) => {
      if (snapshotFormats[facts.kind] !== "rows") throw new BackupError("no-rows");
      await fillMysql(deps.server, content);
    });
  } finally {
    deps.passphrase.fill(0);
  }
}

async function restoreAside(deps: RestoreDeps): Promise<Finding> {
  const { passphrase, stretching, checks, afterStep = () => undefined } = deps;
  const directory = resolve(deps.directory);
  const parent = dirname(directory);
  if ((await namesIn(directory)).length > 0) throw new BackupError("not-empty");
  await mkdir(parent, { recursive: true });
  await removeLeftovers(parent, /^\..+\.restoring-(\d+)-[0-9a-f]{8}$/);
  const aside = join(parent, `.${basename(directory)}.restoring-${process.pid}-${randomBytes(4).toString("hex")}`);
  await mkdir(aside, { mode: 0o700 });
  try {
    afterStep("begun");
    const head = await withOpened(deps, async (opened) => {
      await placeInFolder(opened, aside);
      return opened.facts.head;
    });
    afterStep("placed");
    const finding = await inspect(aside, passphrase, stretching, checks, head);
    afterStep("inspected");
    await syncFolder(aside);
    await rename(aside, directory);
    afterStep("named");
    await syncFolder(parent);
    return finding;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

async function withOpened<Result>(
  { path, passphrase, stretching }: OpeningDeps,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await openEncrypted(path, Uint8Array.from(passphrase), stretching);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}
