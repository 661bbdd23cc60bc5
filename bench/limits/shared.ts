import { localCounts } from "../../server/access/limits/call-counts.ts";
import { openLeases } from "../../server/access/limits/leases.ts";
import { createPlanLimiter, type PlanLimiter } from "../../server/access/limits/plan-limiter.ts";
import { redisCallWindows } from "../../server/access/redis/call-windows.ts";
import { openRedis } from "../../server/access/redis/connection.ts";
import { storedCallWindows } from "../../server/access/store/call-windows.ts";
import type { SharedWindows } from "../../server/core/fixed-window/shared-windows.ts";
import { startRedis } from "../../test/support/database/redis.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { openOwnMariadb } from "../harness/mariadb.ts";
import { quantile, type Spread, spreadOf } from "../harness/measure.ts";
import { pinTo } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { measured, type Round, type Use } from "./callers.ts";

const usMax = 2;
const evenly: Use = {
  name: "600 a minute, used evenly",
  callers: 64,
  requestsPerMinute: 600,
  callsEach: 590,
  pauseMs: 100,
};
const atOnce: Use = { ...evenly, name: "600 a minute, used up in 3 s", callers: 16, callsEach: 600, pauseMs: 5 };
const without: Use = {
  name: "1,000,000 a minute, without pause",
  callers: 16,
  requestsPerMinute: 1_000_000,
  callsEach: 10_000,
  pauseMs: 0,
};

/** A limiter, by what counts. */
interface Counter {
  readonly name: string;
  readonly limiter: PlanLimiter;
}

/** Rounds of a use, each with one of every counter. */
interface Measured {
  readonly use: Use;
  readonly rounds: readonly (readonly Round[])[];
}

/** Cost of the limit of a plan for each call, when processes count together, by that of one that counts alone. */
export async function sharedLimits({ rounds }: Pace): Promise<Finding> {
  await using resources = new AsyncDisposableStack();
  const counters = await openCounters(resources);
  const found: Measured[] = [];
  for (const [use, count] of [
    [evenly, Math.ceil(rounds / 3)],
    [atOnce, rounds],
    [without, 3 * rounds],
  ] as const)
    found.push({ use, rounds: await roundsOf(counters, use, count) });
  return findingOf(counters, found);
}

async function openCounters(resources: AsyncDisposableStack): Promise<readonly Counter[]> {
  const mariadb = resources.adopt(await openOwnMariadb(), (opened) => opened.remove());
  pinTo("0");
  const server = resources.adopt(await startRedis(), (started) => started.remove());
  pinTo("1");
  const redis = await openRedis({ url: server.url, isCluster: false, prefix: "bench:" });
  resources.defer(() => redis.close());
  await new Promise<void>((resolve) => redis.client.once("ready", () => resolve()));
  return [
    { name: "this process alone", limiter: createPlanLimiter() },
    { name: "leases of MariaDB", limiter: leasing(storedCallWindows(await mariadb.open()), resources) },
    { name: "leases of Redis", limiter: leasing(redisCallWindows(redis, "bench:"), resources) },
  ];
}

function leasing(windows: SharedWindows, resources: AsyncDisposableStack): PlanLimiter {
  // While a counter stalls, calls are admitted by the share of this process.
  const leases = openLeases({ windows, sharers: () => 1, report: () => {}, now: Date.now });
  resources.defer(() => leases.close());
  return createPlanLimiter({ openCounts: (id) => localCounts(leases.openWindow(id)) });
}

/** Measures the counters by turns, or at the same time where callers pause. The first round warms up. */
async function roundsOf(counters: readonly Counter[], use: Use, count: number): Promise<Round[][]> {
  const found: Round[][] = [];
  for (let round = -1; round < count; round++) {
    const row: Round[] = [];
    if (use.pauseMs > 0) row.push(...(await Promise.all(counters.map(({ limiter }) => measured(limiter, use)))));
    else for (const { limiter } of counters) row.push(await measured(limiter, use));
    if (round >= 0) found.push(row);
  }
  return found;
}

const medianOf = ({ us }: Round) => quantile(us, 0.5);
const lateOf = ({ us }: Round) => quantile(us, 0.99);

function findingOf(counters: readonly Counter[], found: readonly Measured[]): Finding {
  return {
    title: "Limits that processes share",
    how:
      "Microseconds until a call is admitted, of a limiter that counts the calls of its process alone and of two that lease them " +
      "from a MariaDB, which syncs every commit to disk, and from a Redis, which syncs every write. " +
      `${evenly.callers} callers use nearly all of their plan in a minute; ${atOnce.callers} use all of theirs twenty times as fast, when a lease is used up ` +
      `before the next one comes; ${without.callers} call without pause, by turns. With pauses the three run at the same time, and the processor of each is not known. ` +
      "[Decision 279](decisions/0279-what-a-shared-limit-costs.md) has what bounds it. " +
      `Servers are on one processor, the limiters on the other; ${found.map(({ rounds }) => rounds.length).join(", ")} rounds.`,
    columns: ["plan and counter", "us", "us, p99", "calls that wait", "us of the processor"],
    rows: found.flatMap(({ use, rounds }) =>
      counters.map(({ name }, at) => {
        const of = (value: (round: Round) => number) => spreadOf(rounds.map((row) => value(row[at] as Round)));
        return [
          `${use.name}: ${name}`,
          spreadText(of(medianOf), 2),
          spreadText(of(lateOf), 1),
          `${(100 * of(({ waited }) => waited).median).toFixed(2)} %`,
          use.pauseMs > 0
            ? ""
            : spreadText(
                of(({ cpuUs }) => cpuUs),
                2,
              ),
        ];
      }),
    ),
    verdicts: found
      .filter(({ use }) => use !== atOnce)
      .flatMap(({ use, rounds }) =>
        counters.slice(1).flatMap(({ name }, index) => {
          const more = (value: (round: Round) => number) =>
            spreadOf(rounds.map((row) => value(row[index + 1] as Round) - value(row[0] as Round)));
          return [
            verdict(`${name}, ${use.name}: more than alone, median`, more(medianOf)),
            verdict(`${name}, ${use.name}: more than alone, p99`, more(lateOf)),
          ];
        }),
      ),
  };
}

function verdict(what: string, more: Spread): Verdict {
  return {
    what,
    figure: `${spreadText(more, 2)} us`,
    target: `at most ${usMax} us`,
    isReached: more.median <= usMax,
    isUncertain: more.median <= usMax !== more.max <= usMax || more.median <= usMax !== more.min <= usMax,
  };
}
