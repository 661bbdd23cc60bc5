import { join } from "node:path";
import { backupFolder } from "../../modules/backup/folder.ts";
import { lastHookSuccess } from "../../modules/backup/hook.ts";
import { restoreTest } from "../../modules/backup/restore-test.ts";
import { inWorkFolder } from "../../modules/backup/work-folder.ts";
import { developmentPassphrasePath, readPassphrase, type Stretching } from "../../modules/vault/index.ts";
import type { Config } from "../config.ts";
import { type Finding, findings } from "./finding.ts";

const of = findings("backup");
const hourMs = 3_600_000;
/** A day, and the time that a backup may take. */
const lateHours = 26;

/** Restores the newest backup into a folder of its own, and checks it completely. */
export async function lookAtBackup(
  { backup, database: { dataDirectory }, vault }: Config,
  stretching: Stretching,
  nowMs: number,
): Promise<readonly Finding[]> {
  const directory = backup.directory ?? join(dataDirectory, "backups");
  const folder = backupFolder(directory);
  const [newest] = await folder.list();
  if (newest === undefined)
    return backup.areAutomatic
      ? [of.warning("there is no backup yet", "let the service run, or make one by `platonic backup`")]
      : [of.ok("BACKUPS is off, and there is none")];
  const { name, createdAt } = newest;
  const passphraseFile = vault.passphraseFile ?? developmentPassphrasePath(dataDirectory);
  const { problems } = await inWorkFolder(dataDirectory, (work) =>
    restoreTest(
      {
        path: folder.pathOf(name),
        folder: work,
        program: new URL("../restore-test-worker.ts", import.meta.url),
        readPassphrase: () => readPassphrase(passphraseFile),
        stretching,
      },
      new AbortController().signal,
    ),
  );
  if (problems.length > 0) {
    const advice = "make another by `platonic backup`, and keep the older ones until it restores";
    return [of.failed(`${name} does not restore: ${problems.join("; ")}`, advice)];
  }
  const hours = Math.floor((nowMs - createdAt.getTime()) / hourMs);
  const message = `${name} restores; it is ${hours} hours old`;
  return [
    backup.areAutomatic && Math.abs(hours) >= lateHours
      ? of.warning(message, "see the log for why there is none of today, and the clock")
      : of.ok(message),
    ...(backup.hook === undefined ? [] : [await lookAtCopy(directory, name)]),
  ];
}

/** Looks whether the program of `BACKUP_HOOK` has succeeded for a backup. */
async function lookAtCopy(directory: string, name: string): Promise<Finding> {
  const success = await lastHookSuccess(directory);
  if (success?.name === name) return of.ok(`the program of BACKUP_HOOK has succeeded for ${name}`);
  const last = success === undefined ? "for none" : `last for ${success.name}, at ${success.at.toISOString()}`;
  return of.warning(
    `the program of BACKUP_HOOK has not succeeded for ${name}, ${last}`,
    "wait if it runs just now; else the log says why it failed",
  );
}
