// @module-tag slow/kills

import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { auditFindings, storedAuditRecords, unfinishedActs } from "../../../server/modules/audit/index.ts";
import { onEveryDatabase, type TestLocation } from "../../support/database/databases.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { type Program, startProgram } from "../../support/program.ts";

type Api = ApiClient<Program>;

/** An act of which each success adds one to what is counted. */
interface Act {
  readonly action: string;
  /** Whether the act and its record are one transaction. */
  readonly isTransaction: boolean;
  readonly run: (api: Api, id: string) => Promise<{ readonly status: number }>;
  /** Table whose rows the act adds; absent: the backups. */
  readonly table?: string;
}

const acts: readonly Act[] = [
  {
    ...{ action: "admin.v1.KeyService.CreateKey", isTransaction: true, table: "api_keys" },
    run: (api) => api.call("POST", "/v1/admin/keys", { name: "new", plan: "developer", permissions: ["geocode:*"] }),
  },
  {
    ...{ action: "admin.v1.LedgerService.Deposit", isTransaction: true, table: "ledger_entries" },
    run: (api, identity_id) =>
      api.call("POST", "/v1/admin/ledger/deposits", { identity_id, token_type: "TOKEN_STANDARD", amount: "5" }),
  },
  {
    ...{ action: "identity.v1.IdentityService.AddSigningKey", isTransaction: true, table: "signing_keys" },
    run: (api, id) => api.call("POST", `/api/identities/${id}/keys`, {}),
  },
  {
    ...{ action: "wallet.v1.WebhookService.CreateWebhook", isTransaction: true, table: "webhooks" },
    run: (api, id) => api.call("POST", `/api/wallets/${id}/webhooks`, { url: "https://192.0.2.1/events" }),
  },
  {
    ...{ action: "admin.v1.VaultService.RotateVault", isTransaction: false, table: "vault_key_encryption_keys" },
    run: (api) => api.call("POST", "/v1/admin/vault/rotate", {}),
  },
  {
    ...{ action: "admin.v1.BackupService.CreateBackup", isTransaction: false },
    run: (api) => api.call("POST", "/v1/admin/backups", {}),
  },
  {
    // Changes the memory of the process alone.
    ...{ action: "service.reload", isTransaction: false, table: "migrations" },
    async run({ server }) {
      const reloaded = server.logged(/reload(ed)? the configuration/);
      server.signal("SIGHUP");
      await reloaded;
      return { status: 200 };
    },
  },
];

/** Reads what the acts have changed, and what is recorded of them, as another process. */
async function stateOf(location: TestLocation, { action, table }: Act) {
  const database = await openServiceDatabase(location);
  try {
    const records = storedAuditRecords(database);
    const folder = join(location.dataDirectory, "backups");
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".backup")) : [];
    const [row] = table === undefined ? [] : await database.manager.query(`SELECT COUNT(*) AS count FROM ${table}`);
    const ofAct = await records.list({ action }, undefined, 1_000);
    const count = (result: string) => ofAct.filter((one) => one.result === result).length;
    return {
      done: table === undefined ? names.length : Number(row.count),
      succeeded: count("OK"),
      begun: count("BEGUN"),
      unfinished: (await unfinishedActs(records)).filter((one) => one.action === action).map(({ number }) => number),
      last: (await records.chain())?.last.number ?? 0,
      findings: (await auditFindings(records)).findings,
    };
  } finally {
    await database.close();
  }
}

/** Statements from one kill to the next. */
const stride = Number(process.env["AUDIT_KILLS_STRIDE"] ?? 1);

onEveryDatabase("a service that is killed during an act", (engine) => {
  test.each(acts)("at any statement has all of it or nothing: $action", async (act) => {
    const location = await engine.createForTest();
    const killFile = join(temporaryDirectory(), "kill");
    const killer = new URL("../../support/database/killed-after-statements.ts", import.meta.url).href;
    const environment = { ...location.environment, KILL_FILE: killFile, BACKUPS: "off", WEBHOOK_ADDRESSES: "any" };
    const start = async () => {
      const program = await startProgram({ nodeOptions: ["--import", killer], environment });
      onTestFinished(() => program.stop());
      return new ApiClient(program);
    };
    let api = await start();
    const { id } = (await api.identity()).identity;
    await api.call("POST", "/api/wallets/create", { identity_id: id });
    const outcomes = new Set<string>();
    for (let statements = 1, isAnswered = false; !isAnswered; statements += stride) {
      const before = await stateOf(location, act);
      writeFileSync(killFile, String(statements));
      const answer = await act.run(api, id).catch(() => undefined);
      await api.server.stop();
      rmSync(killFile, { force: true });
      isAnswered = answer !== undefined;
      const after = await stateOf(location, act);
      outcomes.add(expectWhole(act, before, after, answer?.status, `killed after ${statements} statements`));
      if (!isAnswered) api = await start();
    }
    expect([...outcomes]).toEqual(act.isTransaction ? ["neither", "both"] : ["neither", "begun", "both"]);
  });
});

type State = Awaited<ReturnType<typeof stateOf>>;

/** Expects an act and its record to be there or not; returns which of them. */
function expectWhole(act: Act, before: State, after: State, status: number | undefined, when: string): string {
  expect(after.findings, when).toEqual([]);
  const [done, succeeded] = [after.done - before.done, after.succeeded - before.succeeded];
  if (status !== undefined) expect([when, status, succeeded]).toEqual([when, 200, 1]);
  const left = after.unfinished.filter((number) => number > before.last);
  if (act.isTransaction) {
    expect([when, done, left]).toEqual([when, succeeded, []]);
  } else {
    expect([when, left.length]).toEqual([when, after.begun - before.begun - succeeded]);
    // Every act that was done has begun, and acts without a result are named.
    if (act.action !== "service.reload") expect(done, when).toBeLessThanOrEqual(succeeded + left.length);
  }
  if (left.length > 0) return "begun";
  return succeeded > 0 ? "both" : "neither";
}
