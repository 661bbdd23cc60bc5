import { expect, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { examine } from "../../../server/app/doctor/doctor.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { auditFindings, storedAuditRecords } from "../../../server/modules/audit/index.ts";
import { backupFolder } from "../../../server/modules/backup/folder.ts";
import { headsIn } from "../../../server/modules/backup/heads.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { checked } from "../../support/ledger/checked.ts";

onEveryServer("a backup and the audit log", ({ server, environment }) => {
  test("an older log in its place does not pass, neither before nor after it has grown again", async () => {
    const api = new ApiClient(server());
    const { database: location } = loadConfig(environment());
    const database = await openServiceDatabase(location);
    const doctor = async () => {
      const found = await examine(loadConfig({ PORT: "0", ...environment() }), { without: ["backup"] });
      return found.filter(({ check }) => check === "audit").map(({ state, message }) => `${state}: ${message}`);
    };
    try {
      const records = storedAuditRecords(database);
      const older = (await records.chain())?.last as { number: number; hash: Uint8Array };
      await server().createKey("developer");
      const made = await server().post("/v1/admin/backups", {});
      const { name } = made.body.result.backup;
      const heads = await headsIn(backupFolder(`${location.dataDirectory}/backups`));
      const known = heads.get(name)?.auditHead as { number: number; hash: Uint8Array };
      const [record] = await records.after(known.number - 1, 1);
      expect(record).toMatchObject({ action: "admin.v1.BackupService.CreateBackup", result: "BEGUN" });
      expect(Buffer.from(record?.hash ?? []).equals(known.hash)).toBe(true);
      expect((await server().post("/v1/admin/backups/drill", {})).body.result.problems ?? []).toEqual([]);
      expect(await checked(api)).toEqual([]);
      expect(await doctor()).toEqual([expect.stringMatching(/^ok: .* the backup agrees$/)]);
      await database.transact(async (writer) => {
        await writer.query("DELETE FROM audit_records WHERE number > ?", [BigInt(older.number)]);
        const values = [BigInt(older.number), Buffer.from(older.hash)];
        await writer.query("UPDATE audit_chain SET number = ?, hash = ?", values);
      });
      expect((await auditFindings(records)).findings).toEqual([]);
      const place = `audit record ${known.number}`;
      expect((await auditFindings(records, [{ ...known, witness: name }])).findings).toEqual([
        { place, flaw: `is missing, although ${name} has it` },
      ]);
      expect(await doctor()).toContain(`failed: ${place} is missing, although the backup ${name} has it`);
      while (((await records.chain())?.last.number ?? 0) <= known.number) await server().createKey("developer");
      expect(await checked(api)).toEqual([expect.stringContaining(place)]);
      expect(await doctor()).toContain(`failed: ${place} is another one than in the backup ${name}`);
    } finally {
      await database.close();
    }
  });
});
