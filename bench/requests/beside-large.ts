import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { programs, startServer } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { HttpConnection, httpBytes } from "./load-http.ts";
import { payloads } from "./payloads.ts";
import type { Latency } from "./schedule.ts";
import { smallPayload, smallPerSecond, smallRequests } from "./small-requests.ts";
import { wireRequest } from "./wire.ts";

const target = 2;
const large = httpBytes(wireRequest(payloads.phiLarge, "rest"));

/** Latency of small requests beside a large one. */
export async function smallBesideLarge(pace: Pace): Promise<Finding> {
  const server = await startServer(programs.ours, "0,1");
  try {
    const small = await smallRequests(server.port, pace);
    const rounds: { alone: Latency; beside: Latency; larges: number }[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      const alone = await small();
      const { result, larges } = await besideLarge(server.port, small);
      rounds.push({ alone, beside: result, larges });
    }
    return findingOf(rounds);
  } finally {
    await server.stop();
  }
}

/** Keeps one large request in flight while the action runs; returns the number of responses to it. */
async function besideLarge<T>(port: number, action: () => Promise<T>): Promise<{ result: T; larges: number }> {
  const connection = await HttpConnection.open(port, [large], {});
  let larges = 0;
  const sendOn = () =>
    connection.send(() => {
      larges += 1;
      sendOn();
    });
  sendOn();
  const result = await action();
  connection.close();
  return { result, larges };
}

function findingOf(rounds: readonly { alone: Latency; beside: Latency; larges: number }[]): Finding {
  const row = (name: string, which: "alone" | "beside") => [
    name,
    ...(["p50", "p99", "p999"] as const).map((key) =>
      spreadText(spreadOf(rounds.map((round) => round[which][key])), 2),
    ),
  ];
  const ratio = spreadOf(rounds.map(({ alone, beside }) => beside.p99 / alone.p99));
  const larges = spreadOf(rounds.map((round) => round.larges));
  return {
    title: "Small requests beside a large one",
    how:
      `REST: ${smallPayload.name}, ${smallPerSecond} per second, with and without one request for ` +
      `${payloads.phiLarge.name} always in flight (${spreadText(larges, 0)} of them per round). The server may use both ` +
      "processors here and shares the second one with the generator, which therefore sleeps between requests. Latency counts from " +
      `the sending, and includes the generator's wait for that processor. ${rounds.length} rounds in turns; milliseconds.`,
    columns: ["small requests", "p50", "p99", "p99.9"],
    rows: [row("alone", "alone"), row("beside a large one", "beside")],
    verdicts: [
      {
        what: "p99 beside a large request, compared with p99 without",
        figure: spreadText(ratio, 2),
        target: `at most ${target}`,
        isReached: ratio.median <= target,
        isUncertain: ratio.min <= target && ratio.max > target,
      },
    ],
  };
}
