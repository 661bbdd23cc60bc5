import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { examine } from "../../../server/app/doctor/doctor.ts";
import {
  auditWithoutVault,
  serviceAct,
  storedAuditRecords,
  unfinishedActs,
  withRecord,
  withRecordIfPossible,
} from "../../../server/modules/audit/index.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { startServer } from "../../support/server.ts";

const createBackup = "admin.v1.BackupService.CreateBackup";

onEveryDatabase("an act that has begun and has no result", (engine) => {
  async function log() {
    const database = await engine.open();
    const reported: unknown[] = [];
    const audit = auditWithoutVault(database, (error) => void reported.push(error));
    return {
      database,
      audit,
      reported,
      begin: (action: string) => audit.append(serviceAct({ action, result: "BEGUN" })),
      unfinished: async () => (await unfinishedActs(storedAuditRecords(database))).map(({ number }) => number),
    };
  }

  test("is found, also beside one of the same name that has a result", async () => {
    const { audit, begin, unfinished } = await log();
    const first = await begin("service.reload");
    const other = await begin("service.rotate");
    expect(await unfinished()).toEqual([other, first]);
    const within: number[][] = [];
    const work = async () => void within.push(await unfinished());
    await expect(
      withRecord(audit, { action: "service.reload" }, async () => {
        await work();
        throw new Error("failed");
      }),
    ).rejects.toThrow("failed");
    expect(within).toEqual([[other + 1, other, first]]);
    expect(await unfinished()).toEqual([other, first]);
  });

  test("is over when the same act has begun again and succeeded, and not by one that had begun before it", async () => {
    const { audit, begin, unfinished } = await log();
    let cutOff = 0;
    await withRecord(audit, { action: "service.reload" }, async () => {
      cutOff = await begin("service.reload");
    });
    expect(await unfinished()).toEqual([cutOff]);
    await withRecord(audit, { action: "service.reload-other" }, () => undefined);
    expect(await unfinished()).toEqual([cutOff]);
    await withRecord(audit, { action: "service.reload" }, () => undefined);
    expect(await unfinished()).toEqual([]);
  });

  test("is not the backup that has been restored, but is the rotation during which it was made", async () => {
    const { audit, begin, unfinished } = await log();
    const rotation = await begin("admin.v1.VaultService.RotateVault");
    await begin(createBackup);
    await begin("service.backup");
    await audit.append(serviceAct({ action: "program.restore" }));
    expect(await unfinished()).toEqual([rotation]);
    const later = await begin(createBackup);
    expect(await unfinished()).toEqual([later, rotation]);
  });

  test("of the schedule is done even if it cannot be recorded, once, and this is reported", async () => {
    const { database, audit, reported, unfinished } = await log();
    let times = 0;
    const act = { action: "service.backup" };
    const work = async () => {
      times++;
    };
    await withRecordIfPossible(audit, act, work);
    await expect(withRecordIfPossible(audit, act, () => Promise.reject(new Error("no space")))).rejects.toThrow(
      "space",
    );
    expect([times, reported.length, await unfinished()]).toEqual([1, 0, []]);
    await database.manager.query("DROP TABLE audit_chain");
    await withRecordIfPossible(audit, act, work);
    expect([times, reported.length]).toEqual([2, 1]);
  });

  test("is in one line of the log at the start, and a warning of the doctor with what to do", async () => {
    const { database, begin } = await log();
    const number = await begin(createBackup);
    const { environment } = database.location;
    const server = await startServer(environment);
    onTestFinished(() => server.close());
    const lines = server.log.filter((line) => line.includes("have begun and have no result"));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      level: 40,
      count: 1,
      acts: [{ number, action: createBackup }],
    });
    const doctor = async () =>
      (await examine(loadConfig({ PORT: "0", ...environment }), { without: ["backup"] })).filter(
        ({ check, state }) => check === "audit" && state !== "ok",
      );
    expect(await doctor()).toEqual([
      {
        check: "audit",
        state: "warning",
        message: expect.stringMatching(
          new RegExp(`^record ${number}: ${createBackup} was begun at .* and has no result$`),
        ),
        advice: expect.stringContaining("do it again"),
      },
    ]);
    expect((await server.post("/v1/admin/backups", {})).status).toBe(200);
    expect(await doctor()).toEqual([]);
  });
});
