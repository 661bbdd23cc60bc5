import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { programs, type ServerProcess, startServer } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { keepBusy, type Load, openLoad } from "./load.ts";
import { payloads } from "./payloads.ts";
import { keepPace, type Latency } from "./schedule.ts";
import { requestOnce } from "./single-request.ts";
import { wireRequest } from "./wire.ts";

const target = 2;
const request = wireRequest(payloads.transform, "rest");

/** Latency of our server and of raw node:http, both at half the maximum rate of ours. */
export async function latencyAtHalfLoad(pace: Pace): Promise<Finding> {
  const servers: ServerProcess[] = [];
  try {
    const ours = await startServer(programs.ours);
    servers.push(ours);
    const raw = await startServer(programs.raw);
    servers.push(raw);
    for (const server of servers) await maximumRate(server, pace.warmUpSeconds);
    const maxima: number[] = [];
    for (let round = 0; round < 3; round++) maxima.push(await maximumRate(ours, pace.seconds));
    const perSecond = spreadOf(maxima).median / 2;
    const schedule = { perSecond, seconds: Math.max(2, pace.seconds), sleepless: true };
    const latencies: { ours: Latency; raw: Latency }[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      const first = await using(ours, (load) => keepPace(load, schedule));
      latencies.push({ ours: first, raw: await using(raw, (load) => keepPace(load, schedule)) });
    }
    return findingOf(perSecond, schedule.seconds, latencies);
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function maximumRate(server: ServerProcess, seconds: number): Promise<number> {
  const busy = await using(server, (load) => keepBusy(load, { seconds, sleepless: true }));
  return busy.requests / busy.seconds;
}

async function using<T>(server: ServerProcess, action: (load: Load) => Promise<T>): Promise<T> {
  const load = await openLoad(server.port, "rest", request, await requestOnce(server.port, "rest", request));
  try {
    return await action(load);
  } finally {
    load.close();
  }
}

function findingOf(perSecond: number, seconds: number, rounds: readonly { ours: Latency; raw: Latency }[]): Finding {
  const row = (name: string, who: "ours" | "raw") => [
    name,
    ...(["p50", "p99", "p999"] as const).map((key) => spreadText(spreadOf(rounds.map((round) => round[who][key])), 2)),
  ];
  const ratio = spreadOf(rounds.map(({ ours, raw }) => ours.p99 / raw.p99));
  return {
    title: "Latency at half load",
    how:
      `REST: ${payloads.transform.name}. ${Math.round(perSecond)} requests per second, half the maximum of our server measured just ` +
      "before, to each server, sent at fixed times whether or not earlier ones are answered. Latency counts from the " +
      `scheduled time. ${rounds.length} rounds of ${seconds} s in turns; milliseconds.`,
    columns: ["server", "p50", "p99", "p99.9"],
    rows: [row("ours", "ours"), row("raw node:http", "raw")],
    verdicts: [
      {
        what: "p99 at half load, compared with raw node:http",
        figure: spreadText(ratio, 2),
        target: `at most ${target}`,
        isReached: ratio.median <= target,
        isUncertain: ratio.min <= target && ratio.max > target,
      },
    ],
  };
}
