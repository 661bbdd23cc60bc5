// @module-tag slow/kills

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callByTurns, newTrialKey, passedInAll, trialPlans } from "../access/limits/trial-plan.ts";
import { missing } from "../modules/host/machine.ts";
import { isEveryFault, seed } from "../support/cluster/settings.ts";
import { createOn, onMariadb } from "../support/database/databases.ts";
import { type Mariadb, startMariadb } from "../support/database/mariadb.ts";
import { redisPrograms, startRedis, valkeyPrograms } from "../support/database/redis.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { Random } from "../support/laws/random.ts";
import { type Program, startProgram } from "../support/program.ts";

/** Counter of calls that can be struck. */
type Counter = Pick<Mariadb, "kill" | "start" | "suspend" | "resume">;

const faults = {
  async "kill -9"(counter: Counter) {
    await counter.kill();
    return () => counter.start();
  },
  async SIGSTOP(counter: Counter) {
    await counter.suspend();
    return async () => counter.resume();
  },
};
const [plan, processes] = [60, 3];

/** Each fault, in an order by the seed; all of them several times if there is time. */
function schedule(): (keyof typeof faults)[] {
  const random = new Random(seed);
  const names = Object.keys(faults) as (keyof typeof faults)[];
  const rounds = isEveryFault ? 4 : 1;
  return Array.from({ length: rounds }, () => (random.below(2) === 0 ? names : names.toReversed())).flat();
}

const kinds = [
  ["their MariaDB", undefined],
  ["a Redis", redisPrograms],
  ["a Valkey", valkeyPrograms],
] as const;

onMariadb("of a plan of 60 calls a minute, three processes", () => {
  for (const [name, redis] of kinds) {
    const problem = redis && missing(redis.server, redis === redisPrograms ? "redis-tools" : redis.server);
    const isSkipped = problem !== undefined && (redis !== redisPrograms || process.env["CI"] !== "true");

    describe.skipIf(isSkipped)(`counting in ${name}${isSkipped ? ` (skipped: ${problem})` : ""},`, () => {
      let mariadb: Mariadb;
      let counter: Counter;
      const programs: Program[] = [];
      const resources = new AsyncDisposableStack();

      beforeAll(async () => {
        mariadb = resources.adopt(await startMariadb(), (started) => started.remove());
        const server = redis && resources.adopt(await startRedis({ programs: redis }), (started) => started.remove());
        counter = server ?? mariadb;
        const { environment } = await createOn(mariadb.url);
        const settings = { ...environment, PLANS: trialPlans, ...(server && { REDIS_URL: server.url }) };
        const start = async (more: object) =>
          resources.adopt(await startProgram({ environment: { ...settings, ...more } }), (started) => started.stop());
        // The first brings the schema up to date.
        for (let n = 0; n < processes; n++) programs.push(await start({ BACKUPS: "off" }));
        // One that nobody calls has no share.
        await start({ BACKUPS: "only" });
        await allKnowEachOther(programs[0] as Program);
      });

      afterAll(() => resources.disposeAsync());

      const passed = async (key: string, calls: number, to = programs) => (await callByTurns(key, calls, to))[200] ?? 0;

      test(`let 60 pass, while it is away their shares of 20, and then 60 again (FUZZ_SEED=${seed})`, async () => {
        for (const fault of schedule()) {
          const key = await newTrialKey(programs[0] as Program);
          // Each has the key in its cache.
          expect(await passed(key, processes)).toBe(processes);
          const end = await faults[fault](counter);
          const answers = await Promise.all(programs.map((one) => callByTurns(key, plan, [one])));
          const shares = answers.map((counts) => 1 + (counts[200] ?? 0));
          // A database that is away can check no key that was last checked a second ago; calls wait for one that stands still.
          const isSure =
            redis !== undefined || (fault === "kill -9" && answers.every((counts) => counts[503] === undefined));
          if (isSure) expect(shares, fault).toEqual([20, 20, 20]);
          else expect(Math.max(...shares)).toBeLessThanOrEqual(20);
          await returned(programs, end, () => passed(key, processes));
          // Uses that were granted before the others told of their shares come first.
          await passed(key, plan);
          expect(await passed(key, plan), fault).toBe(0);
          const next = await newTrialKey(programs[0] as Program);
          expect(await passedInAll(next, plan, programs), fault).toBe(plan);
        }
      });
    });
  }
});

/** Resolves when every process has had a heartbeat that began after the last one started. */
async function allKnowEachOther(program: Program): Promise<void> {
  const api = new ApiClient(program);
  const isKnown = async () => {
    const { processes: all } = (await api.call("GET", "/v1/admin/processes")).body.result;
    const times = (member: string): number[] => all.map((one: Record<string, string>) => Date.parse(one[member] ?? ""));
    // Its last heartbeat may still be under way, but not the one before.
    return Math.min(...times("heartbeat_at")) > Math.max(...times("started_at")) + 5_500;
  };
  await vi.waitUntil(isKnown, { timeout: 600_000 });
}

/** Ends a fault, and calls until every process has told its share. */
async function returned(programs: readonly Program[], end: () => Promise<void>, call: () => Promise<unknown>) {
  let isOver = false;
  const told = Promise.all(programs.map((program) => program.logged(/calls are counted over all processes again/)));
  void told.finally(() => {
    isOver = true;
  });
  await end();
  while (!isOver) await call();
  await told;
}
