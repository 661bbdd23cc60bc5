import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storedLimiters } from "../../../server/access/store/rate-windows.ts";
import { useWindowRows } from "../../../server/access/store/use-window-row.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";

const bounds = { countMax: 5, windowMs: 3_600_000, what: "tries", scope: "database" } as const;

onEveryDatabase("limits for all processes", (engine) => {
  /** Limiters of so many processes on one database, with a clock. */
  async function processes(count: number, kind = "tests") {
    const clock = { nowMs: 1_000_000 };
    const first = await engine.open();
    const databases = [first];
    while (databases.length < count) databases.push(await engine.open(first.location));
    const limiters = databases.map((database) => storedLimiters(database, () => clock.nowMs)(kind, bounds));
    return { clock, database: first, limiter: limiters[0] as (typeof limiters)[0], limiters };
  }

  const isRefused = { reason: "RATE_LIMIT_EXCEEDED" };

  test("count uses at the same time up to the bound", async () => {
    const { limiters } = await processes(3);
    const key = randomUUID();
    // In one process, connections to SQLite block each other.
    const used = engine.kind === "sqlite" ? 1 : 3;
    const uses = Array.from({ length: 20 }, (_, n) => limiters[n % used]?.consume(key));
    const outcomes = await Promise.allSettled(uses);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  test("say which limit was hit, its number, and when to try again", async () => {
    const { clock, limiter, limiters } = await processes(2);
    const key = randomUUID();
    for (let use = 0; use < 5; use += 1) await limiter.consume(key);
    clock.nowMs += 600_000;
    await expect(limiters[1]?.consume(key)).rejects.toMatchObject({
      ...isRefused,
      message: "The limit of 5 tries an hour is reached; try again in 3000 s.",
      facts: { retryAfterSeconds: 3_000 },
    });
    await limiter.consume(randomUUID());
  });

  test.each([
    ["the window has ended", 3_600_000],
    ["the clock was set back", -1],
  ])("begin anew when %s", async (_, aheadMs) => {
    const { clock, limiter } = await processes(1);
    const key = randomUUID();
    for (let use = 0; use < 5; use += 1) await limiter.consume(key);
    await expect(limiter.consume(key)).rejects.toMatchObject(isRefused);
    clock.nowMs += aheadMs;
    for (let use = 0; use < 5; use += 1) await limiter.consume(key);
    await expect(limiter.consume(key)).rejects.toMatchObject(isRefused);
  });

  test("forget windows that have ended", async () => {
    const { clock, database, limiter } = await processes(1, randomUUID());
    await limiter.consume("one");
    clock.nowMs += 2 * bounds.windowMs;
    await limiter.consume("two");
    expect(await database.manager.count(useWindowRows)).toBe(1);
  });
});
