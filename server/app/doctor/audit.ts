import { join } from "node:path";
import type { Database } from "../../database/source.ts";
import { auditFindings, storedAuditRecords, unfinishedActs } from "../../modules/audit/index.ts";
import { backupFolder } from "../../modules/backup/folder.ts";
import { headsIn } from "../../modules/backup/heads.ts";
import type { Config } from "../config.ts";
import { type Finding, findings } from "./finding.ts";

const of = findings("audit");

/** Most findings of a kind that are told one by one. */
const toldMax = 5;

/** Checks the audit log, compares it with the backups, and looks for acts that have begun and not ended. */
export async function lookAtAudit(config: Config, database: Database): Promise<readonly Finding[]> {
  const records = storedAuditRecords(database);
  // Read first, so that the log has all of them.
  const known = await knownRecords(config);
  const { checked, findings: flaws } = await auditFindings(records, known);
  const unfinished = (await unfinishedActs(records)).map(({ number, action, atMs }) =>
    of.warning(
      `record ${number}: ${action} was begun at ${new Date(atMs).toISOString()} and has no result`,
      `if it does not run any more, ${afterCutOff(action)}; that ends this warning`,
    ),
  );
  const backups = known.length === 1 ? "the backup agrees" : `${known.length} backups agree`;
  const witnesses = known.length === 0 ? "no backup to compare them with" : backups;
  const broken = flaws.map(({ place, flaw }) =>
    of.failed(
      `${place} ${flaw}`,
      "somebody has changed the log, or an older database is in place: find out who, and compare it with the backups",
    ),
  );
  return [
    ...(broken.length === 0 ? [of.ok(`${checked} records are as they were written; ${witnesses}`)] : told(broken)),
    ...told(unfinished),
  ];
}

/** Reads the last record of the log at each backup. */
async function knownRecords({ backup, database: { dataDirectory } }: Config) {
  const heads = await headsIn(backupFolder(backup.directory ?? join(dataDirectory, "backups")));
  return [...heads].flatMap(([name, { auditHead }]) =>
    auditHead === undefined ? [] : [{ ...auditHead, witness: `the backup ${name}` }],
  );
}

/** Where what has become of an act that was cut off is seen. */
const objects: Readonly<Record<string, string>> = {
  "admin.v1.BackupService.CreateBackup": "`platonic backup list` shows whether the backup is there",
  "admin.v1.BackupService.DrillBackup": "nothing has changed",
  "admin.v1.LedgerService.DismissLosses": "`platonic ledger check` still names losses that were not dismissed",
  "admin.v1.VaultService.RotateVault": "the next start has completed it, and `platonic vault` shows the version",
  "service.backup": "the next one is made within a day",
  "service.reload": "the next start has read the settings",
  "program.change-passphrase": "the same command says whether it has changed the passphrase",
  "program.rebuild-ledger": "nothing has changed, and the same command begins anew",
};

function afterCutOff(action: string): string {
  const object = objects[action];
  return `do it again${object === undefined ? "" : ` (${object})`}`;
}

/** Tells the first ones, and how many there are beside them. */
function told(all: readonly Finding[]): readonly Finding[] {
  const [first] = all;
  if (all.length <= toldMax || first === undefined) return all;
  const { message: _, ...rest } = first;
  return [...all.slice(0, toldMax), { ...rest, message: `${all.length - toldMax} more like these` }];
}
