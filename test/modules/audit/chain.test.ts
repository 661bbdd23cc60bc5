import { expect, test } from "vitest";
import type { Database } from "../../../server/database/source.ts";
import { auditFindings } from "../../../server/modules/audit/check.ts";
import { type Draft, removalAction, removalValues } from "../../../server/modules/audit/domain/record.ts";
import { storedAuditRecords } from "../../../server/modules/audit/store/records.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";

function draft(number: number, changes: Partial<Draft> = {}): Draft {
  return {
    ...{ id: `record-${number}`, atMs: number * 1_000, action: "service.act", result: "OK", actorKind: "service" },
    ...{ actorId: "host 1", protocol: "", requestId: "", targets: `["${number}"]`, plain: "{}" },
    sealed: Buffer.from([number]),
    ...changes,
  };
}

onEveryDatabase("the chain of the audit log", (engine) => {
  /** A log with six records. */
  async function log() {
    const database: Database = await engine.open();
    const records = storedAuditRecords(database);
    for (let number = 1; number <= 6; number++) await records.append(draft(number));
    const run = (sql: string, values: unknown[] = []) => database.transact((writer) => writer.query(sql, values));
    const found = async () => (await auditFindings(records)).findings.map(({ place, flaw }) => `${place} ${flaw}`);
    return { database, records, run, found };
  }

  test("is whole as it was written", async () => {
    const { records, found } = await log();
    expect(await found()).toEqual([]);
    expect((await auditFindings(records)).checked).toBe(6);
  });

  test.each([
    ["a changed result", "UPDATE audit_records SET result = 'STATE_INVALID' WHERE number = 3"],
    ["a changed sealed value", "UPDATE audit_records SET sealed = x'00' WHERE number = 3"],
    ["another time", "UPDATE audit_records SET at_ms = at_ms + 1 WHERE number = 3"],
    ["another target", `UPDATE audit_records SET targets = '["4"]' WHERE number = 3`],
  ])("names the record that has %s", async (_, sql) => {
    const { run, found } = await log();
    await run(sql);
    expect(await found()).toEqual(["audit record 3 is not as it was written"]);
  });

  test("names a removed record, in the middle and at either end", async () => {
    for (const number of [1, 3, 6]) {
      const { run, found } = await log();
      await run("DELETE FROM audit_records WHERE number = ?", [BigInt(number)]);
      expect(await found()).toContain(`audit record ${number} is missing`);
    }
  });

  test("names swapped records", async () => {
    const { run, found } = await log();
    for (const [from, to] of [
      [2, 99],
      [3, 2],
      [99, 3],
    ])
      await run("UPDATE audit_records SET number = ? WHERE number = ?", [BigInt(to as number), BigInt(from as number)]);
    expect(await found()).toEqual(
      expect.arrayContaining(["audit record 2 is not as it was written", "audit record 3 is not as it was written"]),
    );
  });

  test("names the end if it was cut off together with the last records", async () => {
    const { run, found } = await log();
    await run("DELETE FROM audit_records WHERE number > 4");
    await run("UPDATE audit_chain SET number = 4");
    expect(await found()).toEqual(["audit record 4 has another hash than the end of the chain"]);
  });

  test("stays whole when old records are removed, and says that they were", async () => {
    const { records, found } = await log();
    const removed = await records.removeBefore(3_500, async (link) =>
      draft(7, { action: removalAction, plain: JSON.stringify(removalValues(link)) }),
    );
    expect(removed).toBe(3);
    expect((await records.after(0, 10)).map(({ number }) => number)).toEqual([4, 5, 6, 7]);
    expect(await found()).toEqual([]);
    expect(await records.removeBefore(3_500, () => Promise.reject(new Error("nothing is left to remove")))).toBe(0);
  });

  test("names records that were removed as if they were old", async () => {
    const { records, run, found } = await log();
    const [, second] = await records.after(0, 2);
    await run("DELETE FROM audit_records WHERE number <= 2");
    await run("UPDATE audit_chain SET removed_number = 2, removed_hash = ?", [Buffer.from(second?.hash ?? [])]);
    expect(await found()).toEqual([
      "audit record 2 and those before it are missing, and no record says that they were removed",
    ]);
  });

  test("has no gap and no fork when many append at once, from several processes", async () => {
    const location = await engine.createForTest();
    // SQLite's connections would wait for each other in this one thread.
    const count = engine.kind === "sqlite" ? 1 : 2;
    const databases = await Promise.all(Array.from({ length: count }, () => engine.open(location)));
    const stores = databases.map((database) => storedAuditRecords(database));
    const appending = Array.from({ length: 60 }, (_, index) =>
      (stores[index % count] as (typeof stores)[number]).append(draft(index + 1)),
    );
    await Promise.all(appending);
    const [first] = stores as [(typeof stores)[number]];
    expect(await auditFindings(first)).toEqual({ checked: 60, findings: [] });
  });

  test("has no record of an act that fails, and no act whose record fails", async () => {
    const { database, records, run, found } = await log();
    const add = database.transact(async (writer) => {
      await writer.query("UPDATE audit_records SET result = 'X' WHERE number = 1");
      const statements = records.appending([draft(7)])();
      for (let step = statements.next(); step.done !== true; )
        step = statements.next(await writer.query(step.value.sql, [...step.value.values]));
      throw new Error("the act fails");
    });
    await expect(add).rejects.toThrow("the act fails");
    expect(await found()).toEqual([]);
    await run("DELETE FROM audit_chain");
    await expect(records.append(draft(7))).rejects.toThrow("audit_chain");
  });
});
