import { expect, onTestFinished, test } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { auditFindings } from "../../../server/modules/audit/check.ts";
import { auditWithoutVault, serviceAct, withRecord } from "../../../server/modules/audit/index.ts";
import { auditLog } from "../../../server/modules/audit/log.ts";
import { scheduleRetention } from "../../../server/modules/audit/retention.ts";
import { storedAuditRecords } from "../../../server/modules/audit/store/records.ts";
import { temporaryDatabase } from "../../support/database/temporary-database.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";

const unexpected = (error: unknown) => {
  throw error;
};

test("the first key and a reload are recorded, and what cannot be recorded is not reloaded", async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const api = new ApiClient(server);
  const records = async () => {
    const { body } = await api.call("GET", "/v1/admin/audit?action=service");
    return body.result.records.map(({ action, result, actor_kind, values }: Record<string, unknown>) => {
      return { action, result, actor_kind, values };
    });
  };
  const service = { actor_kind: "service" };
  const firstKey = { ...service, action: "service.create-first-key", result: "OK", values: {} };
  expect(await records()).toEqual([firstKey]);
  await server.reload({ LOG_LEVEL: "error" });
  const values = { changed_since_start: "log" };
  const reload = { ...service, action: "service.reload" };
  expect(await records()).toEqual([
    { ...reload, result: "OK", values: { ...values, begun: "2" } },
    { ...reload, result: "BEGUN", values },
    firstKey,
  ]);
  const limit = async () => (await api.call("GET", "/v1/plans")).headers.get("x-ratelimit-limit");
  const before = await limit();
  const database = await openServiceDatabase({ dataDirectory: server.dataDirectory });
  await database.manager.query("ALTER TABLE audit_chain RENAME TO audit_chain_away");
  await database.close();
  const plans = { operator: { requestsPerMinute: 7, concurrentRequests: 7, permissions: ["*"] } };
  await expect(server.reload({ PLANS: JSON.stringify(plans) })).rejects.toThrow("audit_chain");
  expect(await limit()).toBe(before);
});

test("an act that is no transaction is recorded before and after it, and not done if it cannot be", async () => {
  const database = await temporaryDatabase();
  const records = storedAuditRecords(database);
  const audit = auditWithoutVault(database, unexpected);
  const act = { action: "program.change-passphrase" };
  const recorded = async () => (await records.after(0, 10)).map(({ actorKind, result }) => `${actorKind} ${result}`);
  expect(await withRecord(audit, act, async () => [...(await recorded()), "done"])).toEqual(["program BEGUN", "done"]);
  await expect(withRecord(audit, act, () => Promise.reject(new Error("wrong passphrase")))).rejects.toThrow("wrong");
  expect(await recorded()).toEqual(["program BEGUN", "program OK", "program BEGUN", "program FAILED"]);
  await database.transact((writer) => writer.query("DROP TABLE audit_chain"));
  let isDone = false;
  const undone = withRecord(audit, act, () => {
    isDone = true;
  });
  await expect(undone).rejects.toThrow("audit_chain");
  expect(isDone).toBe(false);
});

test("old records are removed, which is itself recorded, and the rest stays whole", async () => {
  const database = await temporaryDatabase();
  const records = storedAuditRecords(database);
  const audit = auditWithoutVault(database, unexpected);
  for (let count = 0; count < 3; count++) await audit.append(serviceAct({ action: "service.act" }));
  const dayMs = 86_400_000;
  const laterMs = Date.now() + 2 * dayMs;
  const now = () => laterMs;
  const sealer = { seal: () => Promise.reject(new Error("nothing is sealed")) };
  const log = auditLog({ records, sealer, report: unexpected, now });
  const schedule = { records, log, now, everyMs: dayMs };
  await scheduleRetention({ ...schedule, days: 3 })();
  expect((await records.after(0, 10)).map(({ number }) => number)).toEqual([1, 2, 3]);
  await scheduleRetention({ ...schedule, days: 1 })();
  const left = await records.after(0, 10);
  expect(left.map(({ number, action }) => `${number} ${action}`)).toEqual(["4 service.remove-audit-records"]);
  expect(await auditFindings(records)).toEqual({ checked: 1, findings: [] });
});
