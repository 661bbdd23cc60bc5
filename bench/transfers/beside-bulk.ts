import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import type { Latency } from "../requests/schedule.ts";
import { smallPayload, smallPerSecond, smallRequests } from "../requests/small-requests.ts";
import { bothProcessors, openTransferFixture } from "./fixture.ts";
import { batchLoad } from "./load.ts";
import { type SignedBody, signedBatches } from "./orders.ts";

const sendersCount = 64;
const batchSize = 1_000;
const batchesAtOnce = 4;
const target = 1.5;

interface Round {
  readonly alone: Latency;
  readonly beside: Latency;
  /** Transfers per second meanwhile. */
  readonly transfers: number;
}

/** Latency of geocode calls beside transfers in bulk, compared with that without them. */
export async function callsBesideBulk(pace: Pace): Promise<Finding> {
  const fixture = await openTransferFixture(sendersCount);
  const { server, senders } = fixture;
  pinTo(bothProcessors);
  try {
    const [first] = signedBatches(senders, 1, batchSize) as [SignedBody];
    const send = await batchLoad(server, first);
    const small = await smallRequests(server.port, pace);
    const rounds: Round[] = [];
    for (let round = 0; round <= pace.rounds; round++) {
      // More than are sent while the calls are made.
      const bodies = signedBatches(senders, 160, batchSize);
      const alone = await small();
      const startedMs = performance.now();
      const bulk = send(bodies, batchesAtOnce);
      const beside = await small();
      await bulk;
      const transfers = (bodies.length * batchSize * 1000) / (performance.now() - startedMs);
      rounds.push({ alone, beside, transfers });
    }
    // The first round warms up.
    return findingOf(rounds.slice(1));
  } finally {
    pinGenerator();
    await fixture.close();
  }
}

function findingOf(rounds: readonly Round[]): Finding {
  const row = (name: string, which: "alone" | "beside") => [
    name,
    ...(["p50", "p99", "p999"] as const).map((key) =>
      spreadText(spreadOf(rounds.map((round) => round[which][key])), 2),
    ),
  ];
  const ratio = spreadOf(rounds.map(({ alone, beside }) => beside.p99 / alone.p99));
  return {
    title: "Geocode calls beside transfers in bulk",
    how:
      `REST: ${smallPayload.name}, ${smallPerSecond} per second, with and without transfers over gRPC in calls of ${batchSize} under one signature, ` +
      `${batchesAtOnce} calls at once, as many as the service takes (${spreadText(spreadOf(rounds.map(({ transfers }) => transfers)), 0)} transfers per second). ` +
      "Server and generators share both processors, so that beside the transfers each waits for a processor. Latency counts from the sending. " +
      `${rounds.length} rounds in turns; milliseconds.`,
    columns: ["calls", "p50", "p99", "p99.9"],
    rows: [row("alone", "alone"), row("beside transfers in bulk", "beside")],
    verdicts: [
      {
        what: "p99 beside transfers in bulk, compared with p99 without",
        figure: spreadText(ratio, 2),
        target: `at most ${target}`,
        isReached: ratio.median <= target,
        isUncertain: ratio.min <= target && ratio.max > target,
      },
    ],
  };
}
