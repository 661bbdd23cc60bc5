// @module-tag slow/kills
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import { startProgram } from "../../support/program.ts";
import { operatorKey } from "../../support/server.ts";
import { until } from "../../support/until.ts";

/** Runs SQL on the database file of a server. */
function onFile<T>(directory: string, run: (database: Database.Database) => T): T {
  const database = new Database(join(directory, "platonic.sqlite"));
  try {
    return run(database);
  } finally {
    database.close();
  }
}

/** With it calls take effect, but a process can store nothing about them any more. */
const stopAnswers =
  "CREATE TRIGGER stop BEFORE UPDATE ON idempotency_keys BEGIN SELECT RAISE(FAIL, 'stopped by the test'); END";

async function started(directory: string) {
  const program = await startProgram({ environment: { DATA_DIR: directory } });
  onTestFinished(() => program.stop());
  return { program, api: new ApiClient(program) };
}

test.each([
  ["an identity with its rotation key", "/api/identities/create", () => ({ username: freshName() })],
  ["an API key with its secret", "/v1/admin/keys", () => ({ name: "once", plan: "developer" })],
])(
  "a process that is killed after it has made %s, and before it has stored the answer, is repeated exactly",
  async (_, path, bodyOf) => {
    const directory = temporaryDirectory();
    const first = await started(directory);
    onFile(directory, (file) => file.exec(stopAnswers));
    const [body, headers] = [bodyOf(), { "Idempotency-Key": randomUUID() }];
    expect((await first.api.call("POST", path, body, operatorKey, headers)).status).toBe(500);
    await first.program.stop();
    const table = path.includes("identities") ? "identities" : "api_keys";
    const made = onFile(directory, (file) => {
      file.exec("DROP TRIGGER stop");
      return file.prepare(`SELECT id FROM ${table} ORDER BY created_at DESC, id DESC`).pluck().all();
    });
    const second = await started(directory);
    const answer = await second.api.call("POST", path, body, operatorKey, headers);
    expect(answer.status).toBe(200);
    const { identity, key } = answer.body.result;
    expect(made).toContain((identity ?? key).id);
    expect(await second.api.call("POST", path, body, operatorKey, headers)).toMatchObject({ body: answer.body });
    const after = onFile(directory, (file) => file.prepare(`SELECT id FROM ${table}`).pluck().all());
    expect(after.sort()).toEqual(made.sort());
  },
);

test("a process that is killed while it makes an identity is repeated, and the rotation key opens sessions", async () => {
  const directory = temporaryDirectory();
  const first = await started(directory);
  const [body, headers] = [{ username: freshName() }, { "Idempotency-Key": randomUUID() }];
  const lost = first.api.call("POST", "/api/identities/create", body, operatorKey, headers).catch(() => undefined);
  await until(() => onFile(directory, (file) => file.prepare("SELECT id FROM idempotency_keys").get()) !== undefined);
  await first.program.stop();
  await lost;
  const second = await started(directory);
  const { status, body: answer } = await second.api.call("POST", "/api/identities/create", body, operatorKey, headers);
  expect(status).toBe(200);
  expect(await second.api.session(answer.result.identity.id)).toMatch(/^pls_/);
});

test("new keys and money of calls whose process was killed exist once, and are answered", async () => {
  const directory = temporaryDirectory();
  const first = await started(directory);
  const { identity } = await first.api.identity();
  await first.api.call("POST", "/api/wallets/create", { identity_id: identity.id });
  onFile(directory, (file) => file.exec(stopAnswers));
  const deposited = { identity_id: identity.id, token_type: "TOKEN_STANDARD", amount: "5" };
  const calls = [
    [`/api/identities/${identity.id}/rotation-key`, {}, randomUUID()],
    [`/api/identities/${identity.id}/keys`, {}, randomUUID()],
    ["/v1/admin/ledger/deposits", deposited, randomUUID()],
  ] as const;
  const all = (api: ApiClient<{ url: string }>) =>
    Promise.all(
      calls.map(([path, body, key]) => api.call("POST", path, body, operatorKey, { "Idempotency-Key": key })),
    );
  expect((await all(first.api)).map(({ status }) => status)).toEqual([500, 500, 500]);
  await first.program.stop();
  onFile(directory, (file) => file.exec("DROP TRIGGER stop"));
  const { api } = await started(directory);
  const [rotated, added, issued] = await all(api);
  expect(rotated?.body.result.rotation_key.version).toBe(2);
  const { body: keys } = await api.call("GET", `/api/identities/${identity.id}/keys`);
  expect(keys.result.keys.map(({ id }: { id: string }) => id)).toContain(added?.body.result.key.id);
  expect(keys.result.keys).toHaveLength(2);
  const { body: entries } = await api.call("GET", `/api/wallets/${identity.id}/entries`);
  expect([issued?.status, entries.result.entries.length]).toEqual([200, 1]);
});
