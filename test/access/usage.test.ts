import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { expect, onTestFinished, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { onEveryDatabase } from "../support/database/databases.ts";
import { onEveryServer } from "../support/every-server.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { startServer, type TestServer } from "../support/server.ts";

const transform = { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 };
const operation = "geocode.v1.GeocodeService.Transform";
/** Usage is written at once, and looked for at once. */
const often = { usageMs: 0 };
const soon = { interval: 5 };
const settings = () => ({
  PLANS: JSON.stringify({ tiny: { requestsPerMinute: 3, concurrentRequests: 2, permissions: ["geocode:*"] } }),
});

/** Calls of the API as programs and people make them. */
function callsOf(server: TestServer) {
  const api = new ApiClient(server);
  const use = (secret: string, body: object = transform, headers = {}) =>
    api.call("POST", "/v1/geocode/transform", body, secret, headers);
  const get = async (path: string, credentials?: string) => (await api.call("GET", path, undefined, credentials)).body;
  /** Points of the operation, added up. */
  const usage = async (query: string, credentials?: string) => {
    const { points } = (await get(query, credentials)).result;
    // biome-ignore lint/suspicious/noExplicitAny: an answer in JSON.
    const own = points.filter((point: any) => point.operation === operation);
    return {
      // biome-ignore lint/suspicious/noExplicitAny: an answer in JSON.
      calls: own.reduce((sum: number, { calls }: any) => sum + calls, 0),
      // biome-ignore lint/suspicious/noExplicitAny: an answer in JSON.
      failures: own.flatMap(({ failures = [] }: any) => failures.map(({ reason, calls }: any) => `${reason} ${calls}`)),
    };
  };
  async function owner() {
    const { identity } = await api.identity();
    const session = await api.session(identity.id);
    const base = `/api/identities/${identity.id}`;
    const { body } = await api.call("POST", `${base}/api-keys`, { name: "mine" }, session);
    return {
      id: identity.id as string,
      session,
      base,
      key: body.result.key.id as string,
      secret: body.result.secret as string,
    };
  }
  return { api, use, get, usage, owner };
}

onEveryServer(
  "usage",
  ({ server }) => {
    const calls = () => callsOf(server());

    test("counts the calls of a key by operation, with their failures", async () => {
      const { use, usage, owner, get } = calls();
      const ada = await owner();
      for (let i = 0; i < 3; i++) await use(ada.secret);
      await use(ada.secret, { ...transform, target_dimensions: 0 });
      await use(ada.secret, { ...transform, source_dimensions: 4 });
      const expected = { calls: 5, failures: ["PARAMETER_INVALID 1", "VECTOR_DIMENSION_MISMATCH 1"] };
      for (const step of ["hour", "day"]) {
        const query = `${ada.base}/usage?key_id=${ada.key}&step=${step}`;
        await expect.poll(() => usage(query, ada.session), soon).toEqual(expected);
      }
      expect(await usage(`/v1/admin/usage?key_id=${ada.key}`)).toEqual(expected);
      expect(await usage(`/v1/admin/usage?identity_id=${ada.id}`)).toEqual(expected);
      const { from, until } = (await get(`${ada.base}/usage?step=day`, ada.session)).result;
      expect(from).toMatch(/T00:00:00\.000Z$/);
      expect(Date.parse(until) - Date.parse(from)).toBeGreaterThanOrEqual(31 * 86_400_000);
    });

    test("counts the calls of a session for its identity, and under no key", async () => {
      const { get, owner } = calls();
      const ada = await owner();
      const listed = async () => {
        const { points } = (await get(`${ada.base}/usage`, ada.session)).result;
        return points.map(({ operation }: { operation: string }) => operation);
      };
      await expect.poll(listed, soon).toContain("admin.v1.KeyService.CreateKey");
      expect((await get(`${ada.base}/usage?key_id=${ada.key}`, ada.session)).result.points ?? []).toEqual([]);
    });

    test("lists refused calls with what the caller was told, and never with what it sent", async () => {
      const { use, get, owner } = calls();
      const ada = await owner();
      const told = await use(ada.secret, { ...transform, data: ["a secret"] }, { "X-Request-Id": "look-here.1" });
      const list = async () => (await get(`${ada.base}/usage/refusals?key_id=${ada.key}`, ada.session)).result.refusals;
      await expect.poll(async () => (await list()).length, soon).toBe(1);
      const { message, details } = told.body.error;
      expect(await list()).toEqual([
        {
          id: expect.any(String),
          refused_at: expect.any(String),
          operation,
          reason: "PARAMETER_INVALID",
          parameter: details.parameter,
          message,
          request_id: "look-here.1",
          protocol: "rest",
          key_id: ada.key,
          identity_id: ada.id,
        },
      ]);
      expect(JSON.stringify(await list())).not.toContain("a secret");
    });

    test("lists the calls of a key over its limit, and with it once it is revoked, over any protocol", async () => {
      const { api, use, get, usage } = calls();
      const { id, secret } = await server().createKey("tiny");
      for (let i = 0; i < 5; i++) await use(secret);
      const query = `/v1/admin/usage/refusals?key_id=${id}`;
      const reasons = async () =>
        (await get(query)).result.refusals?.map(
          ({ reason, protocol }: Record<string, string>) => `${protocol} ${reason}`,
        );
      // They are listed in the order in which they are told, which threads do later.
      await expect.poll(reasons, soon).toHaveLength(2);
      await api.call("DELETE", `/v1/admin/keys/${id}`);
      const transport = createGrpcTransport({
        baseUrl: server().url,
        interceptors: [
          (next) => (request) => {
            request.header.set("Authorization", `Bearer ${secret}`);
            return next(request);
          },
        ],
      });
      const asked = createClient(GeocodeService, transport).transform({ sourceDimensions: 5, targetDimensions: 3 });
      await expect(asked).rejects.toThrow("The credentials are invalid");
      await expect
        .poll(reasons, soon)
        .toEqual(["grpc INVALID_API_KEY", "rest RATE_LIMIT_EXCEEDED", "rest RATE_LIMIT_EXCEEDED"]);
      expect(await usage(`/v1/admin/usage?key_id=${id}`)).toMatchObject({ calls: 6 });
      const first = (await get(`${query}&page_size=2`)).result;
      expect(first.refusals).toHaveLength(2);
      const second = (await get(`${query}&page_size=2&page_token=${first.next_page_token}`)).result;
      expect([second.refusals.length, second.next_page_token]).toEqual([1, undefined]);
    });

    test("has streams, too", async () => {
      const { api, get, owner } = calls();
      const ada = await owner();
      const refused = await api.call("GET", `/api/wallets/${ada.id}/events`, undefined, ada.secret);
      expect(refused.status).toBe(403);
      const list = async () => (await get(`${ada.base}/usage/refusals?key_id=${ada.key}`, ada.session)).result.refusals;
      await expect.poll(list, soon).toMatchObject([
        {
          operation: "wallet.v1.EventService.Watch",
          reason: "INVALID_API_KEY",
          message: "These credentials are valid, but lack the permission wallets:watch; use others that have it.",
        },
      ]);
    });

    test("tells the present window of a plan, and the calls in progress", async () => {
      const { use, get, owner } = calls();
      const { id, secret } = await server().createKey("tiny");
      const rate = async () => (await get(`/v1/admin/usage/rate?key_id=${id}`)).result;
      const idle = { plan: "tiny", limit: 3, used: 0, concurrent_limit: 2, concurrent: 0 };
      expect(await rate()).toEqual(idle);
      const { headers } = await use(secret);
      for (let i = 0; i < 4; i++) await use(secret);
      const { resets_at, ...now } = await rate();
      expect(now).toEqual({ ...idle, used: 5 });
      expect(Math.ceil(Date.parse(resets_at) / 1000)).toBe(Number(headers.get("X-RateLimit-Reset")));
      const ada = await owner();
      const own = (await get(`${ada.base}/usage/rate`, ada.session)).result;
      // The call that asks is one of them.
      expect(own).toMatchObject({ plan: "identity", limit: 600, concurrent: 1 });
      expect((await get("/v1/admin/usage/rate")).error.code).toBe("PARAMETER_REQUIRED");
    });

    test("of another identity, its keys and the operator's does not exist for a session", async () => {
      const { api, owner } = calls();
      const [ada, bob] = [await owner(), await owner()];
      const operators = await server().createKey("developer");
      for (const what of ["usage", "usage/rate", "usage/refusals"]) {
        for (const key of [bob.key, operators.id, "unknown"]) {
          const foreign = await api.call("GET", `${ada.base}/${what}?key_id=${key}`, undefined, ada.session);
          expect([what, foreign.status, foreign.body.error?.details?.parameter]).toEqual([what, 404, "key_id"]);
        }
        for (const path of [`${bob.base}/${what}`, `/v1/admin/${what}`, `/v1/admin/${what}?key_id=${bob.key}`]) {
          const denied = await api.call("GET", path, undefined, ada.session);
          expect([path, denied.status]).toEqual([path, 403]);
        }
        const byKey = await api.call("GET", `${ada.base}/${what}`, undefined, ada.secret);
        expect([what, byKey.status]).toEqual([what, 403]);
        const confined = await api.session(ada.id, { auth_scope: "wallets:read" });
        expect((await api.call("GET", `${ada.base}/${what}`, undefined, confined)).status).toBe(403);
      }
    });

    test.each([
      ["from=2026-02-30T00:00:00Z", "from"],
      ["until=yesterday", "until"],
      ["from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "from"],
      ["step=hour&from=:9-days-ago", "step"],
      ["step=week", "step"],
    ])("is refused for %s", async (query, parameter) => {
      const { get } = calls();
      const at = new Date(Date.now() - 9 * 86_400_000).toISOString();
      const { error } = await get(`/v1/admin/usage?${query.replace(":9-days-ago", at)}`);
      expect([error.code, error.details.parameter]).toEqual(["PARAMETER_INVALID", parameter]);
    });
  },
  settings,
  often,
);

onEveryDatabase("usage", (engine) => {
  test("outlasts a restart, and adds up over two processes", async () => {
    const { environment } = await engine.createForTest();
    const started: TestServer[] = [];
    const start = async () => {
      const server = await startServer(environment, often);
      started.push(server);
      return server;
    };
    onTestFinished(async () => {
      for (const server of started) await server.close();
    });
    const first = await start();
    const { id, secret } = await first.createKey("developer");
    for (let i = 0; i < 7; i++) await callsOf(first).use(secret);
    await started.pop()?.close();
    const [second, third] = [await start(), await start()];
    const counted = async (server: TestServer) => (await callsOf(server).usage(`/v1/admin/usage?key_id=${id}`)).calls;
    expect(await counted(second)).toBe(7);
    await Promise.all([second, third, second, third, third].map((server) => callsOf(server).use(secret)));
    await expect.poll(() => counted(third), soon).toBe(12);
    expect(await counted(second)).toBe(12);
  });
});
