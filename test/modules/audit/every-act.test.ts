import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getOption } from "@bufbuild/protobuf";
import { afterAll, expect, test } from "vitest";
import { Audited, audited, Recorded, recorded } from "#contract/access/v1/access_pb.js";
import { uuid } from "#contract/call/v1/call_pb.js";
import { loadConfig } from "../../../server/app/config.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { Database } from "../../../server/database/source.ts";
import { contractServices } from "../../support/contract-services.ts";
import { contentsOf } from "../../support/database/contents.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startComplianceService } from "../../support/identity/applicant.ts";
import { rates } from "../../support/wallet-holder.ts";
import { auditedActs } from "./audited-acts.ts";

const marked = (await contractServices())
  .flatMap(({ methods }) => methods)
  .filter((method) => getOption(method, audited) > Audited.NEVER);
const nameOf = ({ parent, name }: (typeof marked)[number]) => `${parent.typeName}.${name}`;

test("every method that is recorded has an act in this test", () => {
  expect(Object.keys(auditedActs).sort()).toEqual(marked.map(nameOf).sort());
});

test("every id in a request that is recorded is held", () => {
  const fields = marked.flatMap((method) => method.input.fields.map((field) => ({ method, field })));
  const left = fields
    .filter(({ field }) => /(^|_)ids?$/.test(field.name))
    .filter(({ field }) => !getOption(field, uuid) && getOption(field, recorded) === Recorded.UNSPECIFIED);
  expect(left.map(({ method, field }) => `${nameOf(method)} ${field.name}`)).toEqual([]);
});

const compliance = await startComplianceService();
afterAll(() => compliance.close());

/** Tables that change without any act, or have keys that seal nothing yet. */
const volatileTables = new Set(["processes", "use_windows", "usage_counts", "usage_refusals", "vault_data_keys"]);
/** Columns by which processes agree on who delivers. */
const volatileColumns = new Set(["lease", "lease_until", "next_at", "last_used_at"]);

function stable(row: string): unknown {
  return (JSON.parse(row) as [string, unknown][]).filter(([column]) => !volatileColumns.has(column));
}

/** Makes the database refuse every record, after all that comes before it in a transaction. */
async function withoutRecords<Result>({ manager, dialect }: Database, work: () => Promise<Result>): Promise<Result> {
  const refuse =
    dialect.name === "sqlite"
      ? "BEGIN SELECT RAISE(ABORT, 'no record'); END"
      : "FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no record'";
  await manager.query(`CREATE TRIGGER refuse_records BEFORE INSERT ON audit_records ${refuse}`);
  try {
    return await work();
  } finally {
    await manager.query("DROP TRIGGER refuse_records");
  }
}

onEveryServer(
  "an act whose record cannot be written",
  ({ server, environment }) => {
    test.each(Object.entries(auditedActs))("changes nothing and is refused: %s", async (name, prepare) => {
      const api = new ApiClient(server());
      const { database: location } = loadConfig(environment());
      const database = await openServiceDatabase(location);
      try {
        const act = await prepare(api);
        const state = async () => {
          const tables = [...(await contentsOf(database))].filter(([table]) => !volatileTables.has(table));
          const contents = Object.fromEntries(tables.map(([table, rows]) => [table, rows.map(stable)]));
          return { ...contents, backups: backupsIn(location.dataDirectory) };
        };
        const before = await state();
        const { status, body } = await withoutRecords(database, act);
        expect([status, body.result]).toEqual([500, undefined]);
        expect(await state()).toEqual(before);
        expect((await act()).status).toBe(200);
        const { records } = (await api.call("GET", "/v1/admin/audit?page_size=1")).body.result;
        expect(records).toMatchObject([{ action: name, result: "OK" }]);
      } finally {
        await database.close();
      }
    });
  },
  () => ({ ...compliance.settings, ...rates, WEBHOOK_ADDRESSES: "any" }),
);

function backupsIn(folder: string): string[] {
  return readdirSync(folder).includes("backups") ? readdirSync(join(folder, "backups")).sort() : [];
}
