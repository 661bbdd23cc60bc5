import type { Metrics } from "../../core/metrics/metrics.ts";
import { shared } from "../../core/metrics/readings.ts";
import type { Backups } from "./backups.ts";

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
