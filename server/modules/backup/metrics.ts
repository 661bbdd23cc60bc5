import type { Metrics } from "../../core/metrics/metrics.ts";
import { shared } from "../../core/metrics/readings.ts";
import type { Backups } from "./backups.ts";
import type { BackupHook } from "./hook.ts";

/** Offers the newest backup of the folder, and the restore tests of this process. */
export function offerBackups(metrics: Metrics, { list, lastTest }: Pick<Backups, "list" | "lastTest">): void {
  const newestBackup = shared(async () => (await list())[0]);
  metrics.gauge(
    { name: "platonic.backup.time", help: "Time of the newest backup, since 1970", unit: "s" },
    async () => {
      const newest = await newestBackup();
      return newest && newest.createdAt.getTime() / 1000;
    },
  );
  metrics.gauge({ name: "platonic.backup.size", help: "Size of the newest backup", unit: "By" }, async () => {
    return (await newestBackup())?.size;
  });
  metrics.gauge(
    {
      name: "platonic.backup.restore_test.time",
      help: "Time of the last restore test of this process that found no problem, since 1970",
      unit: "s",
    },
    () => {
      const last = lastTest();
      return last?.goodAtMs === undefined ? undefined : last.goodAtMs / 1000;
    },
  );
  metrics.gauge(
    {
      name: "platonic.backup.restore_test.problems",
      help: "Problems that the last restore test of this process has found",
      unit: "{problem}",
    },
    () => lastTest()?.problems,
  );
}

/** Offers the runs of the program of `BACKUP_HOOK`. */
export function offerHook(metrics: Metrics, { runs, lastSuccess }: Pick<BackupHook, "runs" | "lastSuccess">): void {
  metrics.counter(
    { name: "platonic.backup.hook.runs", help: "Runs of the program of BACKUP_HOOK by this process", unit: "{run}" },
    () => Object.entries(runs).map(([outcome, value]) => ({ labels: { outcome }, value })),
  );
  metrics.gauge(
    {
      name: "platonic.backup.hook.time",
      help: "Time of the last success of the program of BACKUP_HOOK, since 1970; 0 if there was none",
      unit: "s",
    },
    // A series that begins with the first success could not tell that there is none.
    async () => ((await lastSuccess())?.at.getTime() ?? 0) / 1000,
  );
}
