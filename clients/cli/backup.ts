import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Client } from "@connectrpc/connect";
import type { Backup, BackupService, DrillBackupResponse } from "../../gen/es/admin/v1/backup_pb.js";
import { labelled, moment, type Outcome, printable, type Surroundings, UsageError } from "./outcome.ts";

export type BackupCommand = (backup: Client<typeof BackupService>) => Promise<Outcome>;

/** As long as the service lets a call take: a large database is not copied in moments. */
const patiently = { timeoutMs: 300_000 };

/** `platonic backup`, `backup list` and `backup drill`. */
export function backupCommandOf(verb: string | undefined): BackupCommand {
  if (verb === undefined) {
    return async (backup) => {
      const made = await backup.createBackup({}, patiently);
      const json = { ...plainBackup(made.backup), sha256: made.sha256 };
      return { json, text: labelled(json) };
    };
  }
  if (verb === "list") {
    return async (backup) => {
      const backups = (await backup.listBackups({})).backups.map(plainBackup);
      return { json: { backups }, text: backups.map(labelled).join("\n") };
    };
  }
  if (verb === "drill") return async (backup) => drillOutcome(await backup.drillBackup({}, patiently));
  throw new UsageError(`there is no command backup ${verb}`);
}

/** Done by a program of the server, which no service need run for. */
export async function restore(words: string[], { env, write, complain }: Surroundings): Promise<number> {
  if (words.length > 2) throw new UsageError(`${words[2]} is one word too many`);
  if (words.length < 2) throw new UsageError("restore needs the file of a backup and a new data directory");
  const program = fileURLToPath(import.meta.resolve("#restore"));
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.setEncoding("utf8").on("data", write);
  child.stderr.setEncoding("utf8").on("data", complain);
  const [code] = await once(child, "close");
  return code ?? 1;
}

function plainBackup(backup: Backup | undefined) {
  return { name: backup?.name, createdAt: moment(backup?.createdAt), size: backup?.size };
}

function drillOutcome({ name, problems, counts }: DrillBackupResponse): Outcome {
  const numbers = counts.map(({ what, number }) => ({ what, number }));
  const lines = numbers.map(({ what, number }) => `${what.padEnd(56)} ${number}\n`);
  const verdict = problems.length === 0 ? "nothing is wrong with it\n" : problems.map((line) => `${line}\n`).join("");
  return {
    json: { name, problems, counts: numbers },
    text: `${name}\n${lines.join("")}${printable(verdict.trimEnd())}\n`,
    status: problems.length === 0 ? 0 : 1,
  };
}
