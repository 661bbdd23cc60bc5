// @module-tag slow/programs

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { redisCallWindows } from "../../../server/access/redis/call-windows.ts";
import { openRedis, type RedisConnection } from "../../../server/access/redis/connection.ts";
import { leaseFrom } from "../../../server/core/fixed-window/shared-windows.ts";
import { startRedis } from "../../support/database/redis.ts";
import { asyncLaw } from "../../support/laws/async-law.ts";
import { expectEachUseOnce, leaseRequest } from "../limits/each-use-once.ts";
import { onEveryRedis, type RedisKind } from "./every-redis.ts";

onEveryRedis("shared windows of calls", (kinds, programs) => {
  describe.each(kinds)("in $name", ({ start, isCluster }) => {
    let server: Awaited<ReturnType<RedisKind["start"]>>;
    let connections: RedisConnection[] = [];

    beforeAll(async () => {
      server = await start();
      const settings = { url: server.url, isCluster, prefix: "test:" };
      connections = [await openRedis(settings), await openRedis(settings), await openRedis(settings)];
      await Promise.all(connections.map((connection) => ready(connection)));
    });

    afterAll(async () => {
      for (const connection of connections) connection.close();
      await server?.remove();
    });

    const processes = () => connections.map((connection) => redisCallWindows(connection, "test:"));

    test("grant each use once, whichever process asks, also at once", async () => {
      await expectEachUseOnce(processes());
    });

    const asked = fc.record({
      countMax: fc.constantFrom(1, 7, 60, 1_000_000_000_000),
      wanted: fc.nat(70),
      spent: fc.constantFrom(0, 0, 1, 50),
    });
    asyncLaw("decide as the windows of a database do", fc.array(asked, { maxLength: 12 }), async (requests) => {
      const [windows] = processes() as [ReturnType<typeof redisCallWindows>];
      const key = randomUUID();
      let stored = { uses: 0, endsAtMs: 0 };
      for (const one of requests) {
        const lease = await windows.lease({ ...one, key, windowMs: 60_000 });
        const decided = leaseFrom(stored, { ...one, key, windowMs: 60_000 }, lease.windowId - lease.remainsMs);
        expect(lease).toEqual(decided.lease);
        stored = decided.stored;
      }
    });

    test("take back what was not used, but not after they have ended", async () => {
      const [one] = processes() as [ReturnType<typeof redisCallWindows>];
      const key = randomUUID();
      const lease = await one.lease(leaseRequest(key, 60));
      expect(await one.wanted()).not.toContain(key);
      expect((await one.lease(leaseRequest(key))).granted).toBe(0);
      expect(await one.wanted()).toContain(key);
      await one.putBack([{ key, windowId: lease.windowId, count: 40 }]);
      expect(await one.wanted()).not.toContain(key);
      await one.putBack([{ key, windowId: lease.windowId - 60_000, count: 20 }]);
      expect((await one.lease(leaseRequest(key, 60))).granted).toBe(40);
    });

    test("are forgotten when they have ended", async () => {
      const [one] = processes() as [ReturnType<typeof redisCallWindows>];
      const key = randomUUID();
      const [{ client }] = connections as [RedisConnection];
      await one.lease({ ...leaseRequest(key), windowMs: 1_000 });
      const left = await client.pttl(`test:calls:${key}`);
      expect([left > 0, left <= 1_000]).toEqual([true, true]);
      await client.zadd("test:wanted", 1, "old");
      expect(await one.wanted()).not.toContain("old");
      await one.removeEnded();
      expect(await client.zscore("test:wanted", "old")).toBeNull();
    });
  });

  test("are refused at once while it is away, and known when it is back", async () => {
    const server = await startRedis({ programs });
    onTestFinished(() => server.remove());
    const connection = await openRedis({ url: server.url, isCluster: false, prefix: "test:" });
    onTestFinished(() => connection.close());
    await ready(connection);
    const windows = redisCallWindows(connection, "test:");
    const request = { key: "a", countMax: 60, windowMs: 60_000, wanted: 50, spent: 0 };
    expect((await windows.lease(request)).granted).toBe(50);
    await server.kill();
    await expect(windows.lease(request)).rejects.toThrow();
    const again = ready(connection, "ready");
    await server.start();
    await again;
    expect((await windows.lease(request)).granted).toBe(10);
  });
});

/** Resolves when a client can be used, or when it can again. */
function ready({ client }: RedisConnection, next?: "ready"): Promise<void> {
  if (next === undefined && client.status === "ready") return Promise.resolve();
  return new Promise((resolve) => client.once("ready", () => resolve()));
}
