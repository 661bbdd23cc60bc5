import { beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { openEvents } from "../../support/event-stream.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { checked } from "../../support/ledger/checked.ts";
import { operatorKey, type TestServer } from "../../support/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: an answer in JSON.
type Json = any;

/** Calls of administrators. */
function administration(server: TestServer) {
  const api = new ApiClient(server);
  const get = async (path: string) => (await api.call("GET", path)).body.result as Json;
  const records = async (query = ""): Promise<Json[]> => (await get(`/v1/admin/audit${query}`)).records ?? [];
  const wallet = async () => {
    const { identity } = await api.identity();
    await api.call("POST", "/api/wallets/create", { identity_id: identity.id });
    return identity.id as string;
  };
  const key = async () => (await server.createKey("developer")).id;
  const movePlan = (id: string, body: object) => api.call("PUT", `/v1/admin/keys/${id}/plan`, body);
  const freeze = (id: string) => api.call("PUT", `/v1/admin/ledger/wallets/${id}/frozen`, { is_frozen: true });
  const deposit = (identityId: string, amount = "100") =>
    server.post("/v1/admin/ledger/deposits", { identity_id: identityId, token_type: "TOKEN_STANDARD", amount });
  return { api, get, records, wallet, key, movePlan, freeze, deposit };
}

onEveryServer("the audit log", ({ server, environment }) => {
  let calls: ReturnType<typeof administration>;
  beforeAll(() => {
    calls = administration(server());
  });

  /** Does something to the database as another process would. */
  async function inDatabase<Result>(use: (run: (sql: string) => Promise<Json>) => Promise<Result>): Promise<Result> {
    const database = await openServiceDatabase(loadConfig(environment()).database);
    try {
      return await use((sql) => database.manager.query(sql));
    } finally {
      await database.close();
    }
  }

  test("says who has made a key, from where and with what result, and not its secret", async () => {
    const { status, body } = await server().post(
      "/v1/admin/keys",
      { name: "for the shop of Ada", plan: "developer", permissions: ["geocode:encode"] },
      { "User-Agent": "shop/1", "X-Request-Id": "request-of-the-shop" },
    );
    expect(status).toBe(200);
    const [record] = await calls.records("?action=admin.v1.KeyService.CreateKey&page_size=1");
    expect(record).toMatchObject({
      action: "admin.v1.KeyService.CreateKey",
      result: "OK",
      actor_kind: "key",
      protocol: "rest",
      request_id: "request-of-the-shop",
      targets: [body.result.key.id],
      values: { plan: "developer", permissions: "geocode:encode" },
      address: "127.0.0.1",
      user_agent: "shop/1",
      texts: { name: "for the shop of Ada" },
    });
    const rows = await inDatabase((run) => run("SELECT * FROM audit_records"));
    const inClear = JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
    expect(inClear).toContain(body.result.key.id);
    const bytes = rows.map((row: Json) => Buffer.from(row.sealed).toString("latin1")).join();
    for (const secret of [body.result.secret, "127.0.0.1", "shop/1", "Ada"]) {
      expect(`${inClear} ${bytes}`, secret).not.toContain(secret);
    }
    expect(JSON.stringify(await calls.records("?page_size=500"))).not.toContain(body.result.secret);
    expect(server().log.join()).not.toContain(body.result.secret);
  });

  test("has each act once, with what it has changed", async () => {
    const { api, records } = calls;
    const owner = await calls.wallet();
    const key = await calls.key();
    await calls.movePlan(key, { plan: "enterprise" });
    await api.call("DELETE", `/v1/admin/keys/${key}`);
    const { body } = await calls.deposit(owner, "12.5");
    await calls.freeze(owner);
    const ofKey = await records(`?target=${key}`);
    expect(ofKey.map(({ action, result, values }) => [action.split(".").at(-1), result, values])).toEqual([
      ["RevokeKey", "OK", {}],
      ["ChangePlan", "OK", { plan: "enterprise", plan_before: "developer" }],
      ["CreateKey", "OK", { plan: "developer", permissions: "geocode:*" }],
    ]);
    const ofOwner = await records(`?target=${owner}&action=admin.v1.LedgerService`);
    expect(ofOwner).toMatchObject([
      { action: "admin.v1.LedgerService.FreezeWallet", result: "OK", values: { is_frozen: "true" } },
      {
        action: "admin.v1.LedgerService.Deposit",
        result: "OK",
        targets: [owner, body.result.issuance.id],
        values: { token_type: "TOKEN_STANDARD", amount: "12.5" },
      },
    ]);
  });

  test("has failures with their reasons", async () => {
    const id = "0195d3a2-0000-7000-8000-000000000000";
    await calls.api.call("DELETE", `/v1/admin/keys/${id}`);
    await calls.movePlan(id, {});
    expect((await calls.records(`?target=${id}`)).map(({ action, result }) => `${action} ${result}`)).toEqual([
      "admin.v1.KeyService.ChangePlan PARAMETER_REQUIRED",
      "admin.v1.KeyService.RevokeKey RESOURCE_NOT_FOUND",
    ]);
  });

  test("has failed sign-ins of administrators, of known and unknown keys", async () => {
    const { api } = calls;
    const { id, secret } = await server().createKey("developer");
    expect((await api.call("GET", "/v1/admin/vault", undefined, secret)).status).toBe(403);
    await api.call("DELETE", `/v1/admin/keys/${id}`);
    expect((await api.call("GET", "/v1/admin/vault", undefined, secret)).status).toBe(401);
    expect((await api.call("GET", "/v1/admin/vault", undefined, `${secret}x`)).status).toBe(401);
    const found = await calls.records("?action=admin.v1.VaultService.GetVaultStatus&page_size=3");
    expect(found.map(({ result, actor_kind, actor_id }) => [result, actor_kind, actor_id ?? ""])).toEqual([
      ["INVALID_API_KEY", "anonymous", ""],
      ["INVALID_API_KEY", "key", id],
      ["PERMISSION_DENIED", "key", id],
    ]);
    expect(JSON.stringify(found)).not.toContain(secret);
  });

  test("has refused streams of administrators, and those that end because a key was revoked", async () => {
    const { api } = calls;
    const streams = [
      ["/v1/admin/audit/events", "admin.v1.AuditService.WatchAudit"],
      ["/v1/admin/ledger/events", "wallet.v1.EventService.WatchAll"],
    ] as const;
    for (const [path, action] of streams) {
      const open = (secret: string) =>
        openEvents(`${server().url}${path}?heartbeat_seconds=1`, {
          Authorization: `Bearer ${secret}`,
          "User-Agent": "watcher/1",
        });
      const stranger = await server().createKey("developer");
      const watcher = await server().createKey("operator", ["audit:read", "ledger:watch"]);
      expect((await open(stranger.secret)).status).toBe(403);
      expect((await open(`${stranger.secret}x`)).status).toBe(401);
      const stream = await open(watcher.secret);
      expect((await stream.next())?.data.result.cursor).toBeDefined();
      await api.call("DELETE", `/v1/admin/keys/${watcher.id}`);
      expect((await stream.next())?.event).toBe("error");
      const found = async () =>
        (await calls.records(`?action=${action}&page_size=3`)).map((one) => [
          one.result,
          one.actor_id ?? "",
          one.user_agent,
        ]);
      await expect.poll(found).toEqual([
        ["INVALID_API_KEY", watcher.id, "watcher/1"],
        ["INVALID_API_KEY", "", "watcher/1"],
        ["PERMISSION_DENIED", stranger.id, "watcher/1"],
      ]);
    }
  });

  test("is for those who may read it", async () => {
    const { secret } = await server().createKey("developer");
    expect((await calls.api.call("GET", "/v1/admin/audit", undefined, secret)).status).toBe(403);
    expect((await calls.api.call("GET", "/v1/admin/audit/events", undefined, secret)).status).toBe(403);
    expect((await calls.api.call("GET", "/v1/admin/audit", undefined, "")).status).toBe(401);
  });

  test("is read page by page, and no page begins at a place of another list", async () => {
    for (let count = 0; count < 5; count++) await calls.key();
    const seen: number[] = [];
    for (let token = ""; ; ) {
      const page = await calls.get(`/v1/admin/audit?page_size=3&page_token=${token}`);
      seen.push(...page.records.map(({ number }: Json) => Number(number)));
      token = page.next_page_token ?? "";
      if (token === "") break;
    }
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index));
    for (const token of ["3", "3-0000000000000000", "99999-0000000000000000", "0195d3a2-0000-7000-8000-000000000000"]) {
      const { status, body } = await calls.api.call("GET", `/v1/admin/audit?page_token=${token}`);
      expect([status, body.error.details.parameter], token).toEqual([400, "page_token"]);
    }
  });

  test("is watched from a cursor on, without a gap", async () => {
    const [last] = await calls.records("?page_size=1");
    const open = (query: string) =>
      openEvents(`${server().url}/v1/admin/audit/events?${query}`, { Authorization: `Bearer ${operatorKey}` });
    const stream = await open("from_start=true");
    const told: { id: string | undefined; number: number }[] = [];
    while (told.at(-1)?.number !== Number(last.number)) {
      const event = await stream.next();
      const record = event?.data.result.record;
      if (record !== undefined) told.push({ id: event?.id, number: Number(record.number) });
    }
    expect(told.map(({ number }) => number)).toEqual(told.map((_, index) => index + 1));
    stream.close();
    const again = await open(`cursor=${told.at(-2)?.id}`);
    expect((await again.next())?.data.result.record).toBeUndefined();
    expect((await again.next())?.data.result.record.number).toBe(last.number);
    again.close();
    expect((await open("cursor=1-0000000000000000")).refusal.error.code).toBe("STATE_INVALID");
  });

  test("lets no act happen whose record cannot be written", async () => {
    const { api, get } = calls;
    const owner = await calls.wallet();
    const key = await calls.key();
    await calls.deposit(owner, "5");
    const state = async () => ({
      keys: (await get("/v1/admin/keys")).keys.map(({ id, plan, revoked_at }: Json) => [id, plan, revoked_at]),
      wallet: (await get(`/api/wallets/${owner}`)).wallet,
      vault: (await get("/v1/admin/vault")).status,
      backups: (await get("/v1/admin/backups")).backups ?? [],
    });
    const before = await state();
    const acts = () => [
      server().post("/v1/admin/keys", { name: "new" }),
      calls.movePlan(key, { plan: "enterprise" }),
      api.call("DELETE", `/v1/admin/keys/${key}`),
      calls.deposit(owner, "7"),
      calls.freeze(owner),
      server().post("/v1/admin/vault/rotate", {}),
      server().post("/v1/admin/backups", {}),
      api.call("GET", "/v1/admin/ledger/batches"),
    ];
    await inDatabase((run) => run("ALTER TABLE audit_chain RENAME TO audit_chain_away"));
    const refused = await Promise.all(acts());
    const during = await state();
    await inDatabase((run) => run("ALTER TABLE audit_chain_away RENAME TO audit_chain"));
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 500));
    expect(during).toEqual(before);
    expect(await state()).toEqual(before);
    expect((await calls.deposit(owner, "7")).status).toBe(200);
  });

  test("is checked together with the ledger", async () => {
    expect(await checked(calls.api)).toEqual([]);
    await inDatabase((run) => run("UPDATE audit_records SET actor_id = 'somebody else' WHERE number = 2"));
    expect(await checked(calls.api)).toEqual([expect.stringContaining("audit record 2")]);
  });
});
