import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { keepBusy, type Load, openLoad } from "../requests/load.ts";
import { payloads } from "../requests/payloads.ts";
import { keepPace, type Latency } from "../requests/schedule.ts";
import { requestOnce } from "../requests/single-request.ts";
import { wireRequest } from "../requests/wire.ts";
import { bothProcessors, openTransferFixture, type TransferFixture } from "./fixture.ts";
import { batchLoad, type TransferLoad } from "./load.ts";
import { type SignedBody, signedBatches } from "./orders.ts";

const sendersCount = 64;
const batchSize = 1_000;
const batchesAtOnce = 4;
const target = 1.5;
const request = wireRequest(payloads.transform, "rest");

/** Latency of a geocode call at half load, with and without transfers in bulk at their full rate beside it. */
export async function callsBesideTransfers(pace: Pace): Promise<Finding> {
  const fixture = await openTransferFixture(sendersCount);
  pinTo(bothProcessors);
  try {
    return findingOf(await roundsOn(fixture, pace));
  } finally {
    pinGenerator();
    await fixture.close();
  }
}

interface Round {
  readonly alone: Latency;
  readonly beside: Latency;
  /** Transfers per second meanwhile. */
  readonly transfers: number;
}

async function roundsOn(fixture: TransferFixture, { rounds: count, seconds, warmUpSeconds }: Pace): Promise<Round[]> {
  const { server, senders, requireEntries } = fixture;
  const [first] = signedBatches(senders, 1, batchSize) as [SignedBody];
  const ids = [...first.ids];
  const send = await batchLoad(server, first);
  const load = await openLoad(server.port, "rest", request, await requestOnce(server.port, "rest", request));
  try {
    const perSecond = (await maximumRate(load, warmUpSeconds)) / 2;
    const latency = () => keepPace(load, { perSecond, seconds: Math.max(2, seconds), sleepless: false });
    const rounds: Round[] = [];
    for (let round = 0; round < count; round++) {
      const alone = await latency();
      const { result, sent, perSecond: transfers } = await besideTransfers(send, fixture, latency);
      rounds.push({ alone, beside: result, transfers });
      ids.push(...sent);
    }
    await requireEntries(ids);
    return rounds;
  } finally {
    load.close();
  }
}

async function maximumRate(load: Load, seconds: number): Promise<number> {
  const busy = await keepBusy(load, { seconds, sleepless: false });
  return busy.requests / busy.seconds;
}

/** Keeps transfers in bulk in flight while the action runs; they are signed before. */
async function besideTransfers<Result>(
  send: TransferLoad,
  { senders }: TransferFixture,
  action: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly sent: readonly string[]; readonly perSecond: number }> {
  const bodies = signedBatches(senders, bodiesPerRound, batchSize);
  const sent: string[] = [];
  let isOver = false;
  const startedMs = performance.now();
  const sending = (async () => {
    while (!isOver) {
      const next = bodies.splice(0, 2 * batchesAtOnce);
      if (next.length === 0) throw new Error(`${bodiesPerRound} calls did not last for the round`);
      sent.push(...next.flatMap((body) => body.ids));
      await send(next, batchesAtOnce);
    }
  })();
  const [result] = await Promise.all([
    action().finally(() => {
      isOver = true;
    }),
    sending,
  ]);
  return { result, sent, perSecond: (sent.length * 1000) / (performance.now() - startedMs) };
}

/** More than are answered in a round. */
const bodiesPerRound = 160;

function findingOf(rounds: readonly Round[]): Finding {
  const row = (name: string, which: "alone" | "beside") => [
    name,
    ...(["p50", "p99", "p999"] as const).map((key) =>
      spreadText(spreadOf(rounds.map((round) => round[which][key])), 2),
    ),
  ];
  const ratio = spreadOf(rounds.map(({ alone, beside }) => beside.p99 / alone.p99));
  const transfers = spreadOf(rounds.map((round) => round.transfers));
  return {
    title: "Calls beside transfers in bulk",
    how:
      `REST: ${payloads.transform.name}, at half of the maximum rate, alone and beside gRPC calls with ${batchSize} transfers under one signature, ` +
      `${batchesAtOnce} calls in flight (${spreadText(transfers, 0)} transfers per second). Server and generator share both processors, so that the ` +
      "transfers' own use of them is in the figures. At the end every transfer with a response is looked up in the ledger. " +
      `${rounds.length} rounds in turns; milliseconds.`,
    columns: ["calls", "p50", "p99", "p99.9"],
    rows: [row("alone", "alone"), row("beside transfers in bulk", "beside")],
    verdicts: [
      {
        what: "p99 of a geocode call at half load beside transfers in bulk, compared with p99 without",
        figure: spreadText(ratio, 2),
        target: `at most ${target}`,
        isReached: ratio.median <= target,
        isUncertain: ratio.min <= target && ratio.max > target,
      },
    ],
  };
}
