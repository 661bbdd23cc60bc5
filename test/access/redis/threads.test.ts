import { afterAll, beforeAll, expect, test } from "vitest";
import { Caller } from "../../app/serving/caller.ts";
import { allAnswered, statusesWhileIdle, tokenIssuer } from "../../app/serving/idle-main-thread.ts";
import { startRedis } from "../../support/database/redis.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { onEveryRedis } from "./every-redis.ts";

const plans = (requestsPerMinute: number) => {
  const permissions = ["geocode:*"];
  return JSON.stringify({
    trial: { requestsPerMinute, concurrentRequests: 1_000, permissions },
    busy: { requestsPerMinute: 1_000_000, concurrentRequests: 1_000, permissions },
  });
};

onEveryRedis("two threads of a process that leases calls", (_, programs) => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let server: TestServer;
  let settings: Record<string, string>;

  beforeAll(async () => {
    redis = await startRedis({ programs });
    settings = { PLANS: plans(60), REDIS_URL: redis.url, THREADS: "2" };
    server = await startServer(settings);
  });
  afterAll(async () => {
    await server?.close();
    await redis?.remove();
  });

  test("answer calls of callers that they know while the main thread does nothing", async () => {
    const issuer = await tokenIssuer();
    const given = { ...settings, ...issuer.settings };
    expect(await statusesWhileIdle(given, await issuer.newToken())).toEqual(allAnswered);
    issuer.remove();
  });

  test("let 60 of 300 calls at once pass under a plan of 60 a minute, and the same of calls one after the other", async () => {
    for (const before of [0, 10, 60]) {
      const { secret } = await server.createKey("trial");
      const caller = new Caller(server.url, secret);
      const first = await caller.callTimes(before);
      const told = [...first, ...(await caller.callAtOnce(300))];
      expect(first.map(({ remaining }) => remaining)).toEqual(Array.from({ length: before }, (_, n) => 59 - n));
      expect(told.filter(({ status }) => status === 200)).toHaveLength(60);
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200, 429]));
      caller.close();
    }
  });

  test("know a plan's new terms once it is reloaded", async () => {
    const { secret } = await server.createKey("trial");
    const caller = new Caller(server.url, secret);
    await caller.callTimes(10);
    await server.reload({ PLANS: plans(77) });
    const told = await caller.callTimes(24);
    expect(told.map(({ limit, remaining }) => [limit, remaining])).toEqual(
      Array.from({ length: 24 }, (_, n) => [77, 77 - 10 - 1 - n]),
    );
    await server.reload({ PLANS: plans(60) });
    caller.close();
  });

  test("refuse a key everywhere once its revocation is answered, though calls are under way", async () => {
    const { id, secret } = await server.createKey("busy");
    const caller = new Caller(server.url, secret);
    await caller.callTimes(48);
    const underWay = caller.callAtOnce(48);
    const headers = { authorization: `Bearer ${operatorKey}` };
    const revoked = await fetch(`${server.url}/v1/admin/keys/${id}`, { method: "DELETE", headers });
    expect(revoked.status).toBe(200);
    const after = await caller.callAtOnce(48);
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
    await underWay;
    caller.close();
  });
});
