import type { StoredRecord } from "./domain/record.ts";
import type { AuditRecords } from "./domain/records.ts";

/** Most records that are looked at. */
const lookedAtMax = 1_000;

/** Acts that make a backup, which has their record `BEGUN` and not their result. */
const backupActions: ReadonlySet<string> = new Set(["admin.v1.BackupService.CreateBackup", "service.backup"]);

/** Action of the record that `npm run restore` writes into the database that it has made. */
export const restoreAction = "program.restore";

/**
 * Returns the records `BEGUN` of acts that have no result, the newest first: each was cut off by the end of its process,
 * or still runs. An act that was begun later and has succeeded ends those of the same action before it, and a restore ends
 * the backup that was restored.
 */
export async function unfinishedActs(records: Pick<AuditRecords, "list" | "resultOf">): Promise<StoredRecord[]> {
  const unfinished: StoredRecord[] = [];
  const succeeded = new Set<string>();
  const [restore] = await records.list({ action: restoreAction, result: "OK" }, undefined, 1);
  const wasRestored = ({ action, number }: StoredRecord) =>
    backupActions.has(action) && number < (restore?.number ?? 0);
  for (const begun of await records.list({ result: "BEGUN" }, undefined, lookedAtMax)) {
    if (succeeded.has(begun.action) || wasRestored(begun)) continue;
    const end = await records.resultOf(begun);
    if (end === undefined) unfinished.push(begun);
    else if (end.result === "OK") succeeded.add(begun.action);
  }
  return unfinished;
}
