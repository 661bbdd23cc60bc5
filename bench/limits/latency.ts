import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServiceDatabase } from "../../server/app/tables.ts";
import type { Database } from "../../server/database/source.ts";
import { startRedis } from "../../test/support/database/redis.ts";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { openOwnMariadb } from "../harness/mariadb.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinTo, programs, type ServerProcess, startServer } from "../harness/servers.ts";
import { addSessions } from "../identity/session-check.ts";
import { spreadText } from "../report/lines.ts";
import { httpConnections, keepBusy, type Load, openHttpLoad } from "../requests/load.ts";
import { httpBytes } from "../requests/load-http.ts";
import { payloads } from "../requests/payloads.ts";
import { keepPace, type Latency, type Schedule } from "../requests/schedule.ts";
import { wireRequest } from "../requests/wire.ts";

const ratioMax = 1.1;
const requestsPerMinute = 6_000;
/** Calls of each caller in a turn; its next turn comes when its minute is over. */
const callsEach = 5_400;
const turnSeconds = 20;
/** Time in which the sessions of a turn begin, before it. */
const beginningSeconds = 2;
/** Sessions that call in turns, as many of them as the rate needs, and those that warm up. */
const sessionsMax = { turns: 200, warmUp: 1_000 };

const names = {
  alone: "SQLite, counted by the process",
  redis: "SQLite, leases of Redis",
  seldom: "MariaDB, a lease each turn",
  mariadb: "MariaDB, leases of MariaDB",
};
type Which = keyof typeof names;

interface Service {
  readonly server: ServerProcess;
  readonly tokens: readonly string[];
  readonly latencies: Latency[];
}

/** Latency of calls at half load whose limit is leased, by that of calls that need no leases or nearly none. */
export async function leasedLatency({ rounds, warmUpSeconds, seconds }: Pace): Promise<Finding> {
  await using resources = new AsyncDisposableStack();
  const services = await openServices(resources);
  for (const service of Object.values(services)) await maximumRate(service, warmUpSeconds);
  const maxima: number[] = [];
  for (let round = 0; round < 3; round++) maxima.push(await maximumRate(services.alone, seconds));
  const perSecond = spreadOf(maxima).median / 2;
  const callers = Math.min(sessionsMax.turns, Math.ceil((perSecond * turnSeconds) / callsEach));
  const schedule = { perSecond, seconds: 1, sleepless: true };
  for (let round = 0; round < rounds; round++) {
    for (const { server, tokens, latencies } of Object.values(services))
      latencies.push(await turn(server, tokens.slice(0, callers), schedule));
  }
  return findingOf(services, perSecond, callers);
}

/** Has the sessions begin one after the other, and then call in any order. Returns the median of each second. */
async function turn(server: ServerProcess, tokens: readonly string[], schedule: Schedule): Promise<Latency> {
  const calls = tokens.map(callOf);
  const beginning = { ...schedule, perSecond: calls.length / beginningSeconds, seconds: beginningSeconds };
  await using(server, calls, (load) => keepPace(load, beginning));
  const anyCall = () => calls[Math.floor(Math.random() * calls.length)] as Buffer;
  return using(server, Array.from({ length: calls.length * callsEach }, anyCall), async (load) => {
    const slices: Latency[] = [];
    while (slices.length < turnSeconds) slices.push(await keepPace(load, schedule));
    const median = (which: keyof Latency) => spreadOf(slices.map((each) => each[which])).median;
    return { p50: median("p50"), p99: median("p99"), p999: median("p999") };
  });
}

async function openServices(resources: AsyncDisposableStack): Promise<Record<Which, Service>> {
  const ownMariadb = resources.adopt(await openOwnMariadb(), (opened) => opened.remove());
  pinTo("0");
  const ownRedis = resources.adopt(await startRedis(), (started) => started.remove());
  pinTo("1");

  async function open(database: Database, environment: Record<string, string>, perMinute: number): Promise<Service> {
    const tokens = await addSessions(database, sessionsMax.turns + sessionsMax.warmUp);
    const plans = { identity: { requestsPerMinute: perMinute, concurrentRequests: 1_000 } };
    const settings = { ...environment, PLANS: JSON.stringify(plans), BACKUPS: "off" };
    const server = await startServer({ ...programs.ours, environment: settings });
    resources.defer(() => server.stop());
    return { server, tokens, latencies: [] };
  }

  async function openOnSqlite(environment: Record<string, string>): Promise<Service> {
    const dataDirectory = mkdtempSync(join(tmpdir(), "platonic-bench-"));
    resources.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
    const database = await openServiceDatabase({ dataDirectory });
    resources.defer(() => database.close());
    return open(database, { ...environment, DATA_DIR: dataDirectory }, requestsPerMinute);
  }

  async function openOnMariadb(perMinute: number): Promise<Service> {
    const { database, url } = await ownMariadb.openWithUrl();
    return open(database, { DATABASE_URL: url }, perMinute);
  }

  return {
    alone: await openOnSqlite({}),
    redis: await openOnSqlite({ REDIS_URL: ownRedis.url }),
    seldom: await openOnMariadb(1e9),
    mariadb: await openOnMariadb(requestsPerMinute),
  };
}

async function maximumRate({ server, tokens }: Service, seconds: number): Promise<number> {
  const calls = tokens.slice(sessionsMax.turns).map(callOf);
  const busy = await using(server, calls, (load) => keepBusy(load, { seconds, sleepless: true }));
  return busy.requests / busy.seconds;
}

function callOf(token: string): Buffer {
  const { path, headers, body } = wireRequest(payloads.transform, "rest");
  const others = headers.filter(([name]) => name !== "authorization");
  return httpBytes({ path, headers: [...others, ["authorization", `Bearer ${token}`]], body });
}

/** Opens connections that send the calls in turn. */
async function using<T>(server: ServerProcess, calls: readonly Buffer[], action: (load: Load) => Promise<T>) {
  const requests = Array.from({ length: httpConnections }, (): Buffer[] => []);
  for (const [index, call] of calls.entries()) requests[index % requests.length]?.push(call);
  const load = await openHttpLoad(server.port, requests);
  try {
    return await action(load);
  } finally {
    load.close();
  }
}

function findingOf(services: Record<Which, Service>, perSecond: number, callers: number): Finding {
  const rounds = services.alone.latencies.length;
  return {
    title: "Latency of calls within shared limits",
    how:
      `REST: ${payloads.transform.name}, ${Math.round(perSecond)} calls per second, half the maximum of our server on SQLite measured just before, sent at ` +
      `fixed times whether or not earlier ones are answered. ${callers} sessions, whose plan has ${requestsPerMinute} calls a minute, make ` +
      `some ${callsEach} calls each within ${turnSeconds} s, in any order. The pairs: SQLite with leases of a Redis and without; MariaDB with its leases, and with a ` +
      "plan so large that a caller has one lease in a turn. MariaDB syncs every commit to disk, and Redis every write; both are on the " +
      "processor of the servers, which takes from them. Latency counts from the scheduled time; each figure is the median of those of the seconds of a turn, since a few seconds of each server have " +
      "a stop that is longer than all else. [Decision 279](decisions/0279-what-a-shared-limit-costs.md) has what bounds it. " +
      `${rounds} rounds in turns; milliseconds.`,
    columns: ["database and counter", "p50", "p99", "p99.9"],
    rows: Object.entries(services).map(([which, { latencies }]) => [
      names[which as Which],
      ...(["p50", "p99", "p999"] as const).map((key) => spreadText(spreadOf(latencies.map((each) => each[key])), 2)),
    ]),
    verdicts: [verdict("Redis", services.redis, services.alone), verdict("MariaDB", services.mariadb, services.seldom)],
  };
}

function verdict(counter: string, leased: Service, without: Service): Verdict {
  const ratio = spreadOf(leased.latencies.map(({ p99 }, round) => p99 / (without.latencies[round] as Latency).p99));
  return {
    what: `p99 of a call at half load with leases of ${counter}, by that without`,
    figure: spreadText(ratio, 2),
    target: `at most ${ratioMax}`,
    isReached: ratio.median <= ratioMax,
    isUncertain: ratio.min <= ratioMax && ratio.max > ratioMax,
  };
}
