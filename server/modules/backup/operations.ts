import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { BackupSchema, BackupService } from "#contract/admin/v1/backup_pb.js";
import { Fault } from "../../core/fault.ts";
import type { Operations } from "../../rpc/operations.ts";
import { waitIn } from "../../rpc/waits/wait-in.ts";
import { unlessOutage } from "./outage.ts";

/** Port: the backups of the service. */
export interface StoredBackups {
  create(): Promise<StoredBackup & { readonly sha256: string }>;
  list(): Promise<readonly StoredBackup[]>;
  /** Tests the newest backup; undefined if there is none. */
  restoreTest(): Promise<RestoreTestReport | undefined>;
}

export interface StoredBackup {
  readonly name: string;
  readonly createdAt: Date;
  readonly size: number;
}

export interface RestoreTestReport {
  readonly name: string;
  readonly problems: readonly string[];
  readonly counts: readonly { readonly what: string; readonly number: number }[];
}

/**
 * The operations of admin.v1.BackupService. A caller whose permission has been revoked meanwhile does not learn the
 * result; the backup is made nevertheless, and is in the list.
 */
export function backupOperations(backups: StoredBackups): Operations<typeof BackupService> {
  return {
    async createBackup(_, context) {
      await context.act?.begin();
      const { sha256, ...backup } = await unlessOutage("The backup cannot be made; no file is left of it", () =>
        waitIn(context, () => backups.create()),
      );
      return { backup: toMessage(backup), sha256 };
    },

    async listBackups() {
      return { backups: (await unlessOutage("The backups cannot be listed", () => backups.list())).map(toMessage) };
    },

    async drillBackup(_, context) {
      await context.act?.begin();
      const report = await unlessOutage("The restore cannot be tested", () =>
        waitIn(context, () => backups.restoreTest()),
      );
      if (report === undefined) throw new Fault("RESOURCE_NOT_FOUND", "There is no backup yet.");
      const { name, problems, counts } = report;
      return { name, problems: [...problems], counts: counts.map(({ what, number }) => ({ what, number })) };
    },
  };
}

function toMessage({ name, createdAt, size }: StoredBackup): MessageInitShape<typeof BackupSchema> {
  return { name, createdAt: timestampFromDate(createdAt), size };
}
