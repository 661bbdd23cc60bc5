import { createClient } from "@connectrpc/connect";
import { type Backup, BackupService } from "#contract/admin/v1/backup_pb.js";
import { listOutcome } from "../answer.ts";
import { command } from "../command.ts";
import { withProgress } from "../progress.ts";
import { labelled, lines, moment, printable } from "../text.ts";

export const backup = command({
  name: "backup",
  summary: "Makes a backup now.",
  async run(call) {
    const backups = createClient(BackupService, call.service().transport);
    const made = await withProgress(call, "making a backup", () => backups.createBackup({}));
    const json = { ...plain(made.backup), sha256: made.sha256 };
    return { json, text: labelled(json) };
  },
});

export const backupList = command({
  name: "backup list",
  summary: "Lists the backups, the newest first.",
  async run({ service }) {
    const { backups } = await createClient(BackupService, service().transport).listBackups({});
    return listOutcome("backups", backups.map(plain));
  },
});

export const backupDrill = command({
  name: "backup drill",
  summary: "Restores the newest backup into a separate place and checks everything in it.",
  async run(call) {
    const backups = createClient(BackupService, call.service().transport);
    const report = await withProgress(call, "restoring the newest backup for a test", () => backups.drillBackup({}));
    const { name, problems } = report;
    const counts = report.counts.map(({ what, number }) => ({ what, number }));
    const verdict = problems.length === 0 ? ["nothing is wrong with it"] : problems;
    const seen = counts.map(({ what, number }) => `${what.padEnd(56)} ${number}`);
    return {
      json: { name, problems, counts },
      text: lines([name, ...seen, ...verdict].map(printable)),
      status: problems.length === 0 ? 0 : 1,
    };
  },
});

function plain(backup: Backup | undefined) {
  return { name: backup?.name, createdAt: moment(backup?.createdAt), size: backup?.size };
}
