import type { Pace } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import { collectGarbage } from "../harness/garbage.ts";
import { quantile, type Spread, spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { allWallets, eventsOf, openAudience, reached } from "./audience.ts";
import { type EventTimes, eventTimes } from "./event-times.ts";
import { bothProcessors, openTransferFixture, type TransferFixture } from "./fixture.ts";
import { transferLoad } from "./load.ts";
import { type SignedBody, signedTransfers } from "./orders.ts";

const sendersCount = 1_000;
const watchersCount = 100;
const webhooksCount = 10;
const perMeasurement = 20_000;
/** Transfers before each of them, in which code is compiled for what is new. */
const settling = 5_000;
/** Number of transfers in flight. */
const atOnce = 768;
const halfLoadSeconds = 5;
const leastRatio = 0.9;
/** Bound of the 99th percentile. */
const afterAnswerMsMax = 50;

/** Signed transfers per second while a tenth of the wallets is watched, by those while nobody watches; and how late events come. */
export async function watchedTransfers({ rounds: count }: Pace): Promise<Finding> {
  const fixture = await openTransferFixture(sendersCount);
  pinTo(bothProcessors);
  try {
    return findingOf(await roundsOn(fixture, count));
  } finally {
    pinGenerator();
    await fixture.close();
  }
}

interface Round {
  /** Transfers per second. */
  readonly alone: number;
  readonly watched: number;
  /** Transfers per second while all events are posted to one endpoint, and posts per second meanwhile. */
  readonly posting: { readonly rate: number; readonly posts: number };
  /** Times of the events at half of that rate. */
  readonly times: readonly EventTimes[];
}

async function roundsOn(fixture: TransferFixture, count: number): Promise<Round[]> {
  const { server, senders, requireEntries } = fixture;
  const ids: string[] = [];
  const signed = (number: number): SignedBody[] => {
    const bodies = signedTransfers(senders, number);
    for (const body of bodies) ids.push(...body.ids);
    collectGarbage();
    return bodies;
  };
  const send = await transferLoad(server, signed(1)[0] as SignedBody);
  const wallets = {
    watched: senders.slice(0, watchersCount).map(({ id }) => id),
    posted: senders.slice(0, webhooksCount).map(({ id }) => id),
  };

  async function rateOf(bodies: readonly SignedBody[]): Promise<number> {
    const startedMs = performance.now();
    await send(bodies, atOnce);
    return (bodies.length * 1_000) / (performance.now() - startedMs);
  }

  /** Rate while the audience is told; each event must have come to whom it is for. */
  async function watchedRate(): Promise<number> {
    const audience = await openAudience(server, wallets);
    const [first, measured] = [signed(settling), signed(2 * perMeasurement)];
    await send(first, atOnce);
    const rate = await rateOf(measured);
    const { told } = audience;
    const all = [...first, ...measured];
    await reached(() => told.read, eventsOf(all, wallets.watched), "events");
    await reached(() => told.posted, eventsOf(all, wallets.posted), "posts");
    await audience.close();
    return rate;
  }

  /** Rate while one endpoint is told of every transfer twice. What it has not been told at the end is left. */
  async function postingRates(): Promise<Round["posting"]> {
    const audience = await openAudience(server, { watched: [], posted: [allWallets] });
    const [first, measured] = [signed(settling), signed(perMeasurement)];
    await send(first, atOnce);
    const before = audience.told.posted;
    const startedMs = performance.now();
    const rate = await rateOf(measured);
    const posts = ((audience.told.posted - before) * 1_000) / (performance.now() - startedMs);
    await audience.close();
    return { rate, posts };
  }

  const rounds: Round[] = [];
  for (let round = 0; round <= count; round++) {
    // Alone, watched for twice as long, alone: the ledger grows, and the machine changes, for both alike.
    await send(signed(settling), atOnce);
    const before = await rateOf(signed(perMeasurement));
    const watched = await watchedRate();
    await send(signed(settling), atOnce);
    const after = await rateOf(signed(perMeasurement));
    const alone = 2 / (1 / before + 1 / after);
    const posting = await postingRates();
    const halfRate = watched / 2;
    const [first, ...bodies] = signed(Math.round(halfLoadSeconds * halfRate));
    const times = await eventTimes(server, wallets, [first as SignedBody, ...bodies], halfRate);
    rounds.push({ alone, watched, posting, times });
  }
  await requireEntries(ids);
  // The first round warms up.
  return rounds.slice(1);
}

function findingOf(rounds: readonly Round[]): Finding {
  const ratio = spreadOf(rounds.map(({ alone, watched }) => watched / alone));
  const afterAnswer = p99Of(rounds, ({ answer, event }) => event - answer);
  const msText = (spread: Spread) => `${spreadText(spread, 1)} ms`;
  return {
    title: "Signed transfers while wallets are watched",
    how:
      `Transfers over gRPC as above, by ${sendersCount} senders, alone and while ${watchersCount} of their wallets are watched by Server-Sent Events, ` +
      `each over a connection of its own, and the events of ${webhooksCount} are posted to webhooks. Sender, readers and receiver are one process, which ` +
      "shares both processors with the server. A measurement counts once each event has come to all for whom it is. Then one webhook of all " +
      "wallets, which is told of each transfer twice, one after the other. Then half of the rate, at " +
      `fixed times. ${rounds.length} rounds of ${2 * perMeasurement} of each in turns, after ${settling} that are not measured.`,
    columns: ["measured", "value"],
    rows: [
      ["transfers per second, nobody watches", spreadText(spreadOf(rounds.map(({ alone }) => alone)), 0)],
      ["transfers per second, watched", spreadText(spreadOf(rounds.map(({ watched }) => watched)), 0)],
      [
        "transfers per second, all posted to one webhook",
        spreadText(spreadOf(rounds.map(({ posting }) => posting.rate)), 0),
      ],
      ["posts per second meanwhile", spreadText(spreadOf(rounds.map(({ posting }) => posting.posts)), 0)],
      ["from an order to its answer at half load, p99", msText(p99Of(rounds, ({ answer }) => answer))],
      ["from an order to its event at half load, p99", msText(p99Of(rounds, ({ event }) => event))],
    ],
    verdicts: [
      {
        what: `signed transfers while ${watchersCount} of ${sendersCount} wallets are watched, compared with nobody watching`,
        figure: spreadText(ratio, 2),
        target: `at least ${leastRatio}`,
        isReached: ratio.median >= leastRatio,
        isUncertain: ratio.max >= leastRatio && ratio.min < leastRatio,
      },
      {
        what: "from the answer to a signed order to the arrival of its event at half load, 99th percentile",
        figure: msText(afterAnswer),
        target: `at most ${afterAnswerMsMax} ms`,
        isReached: afterAnswer.median <= afterAnswerMsMax,
        isUncertain: afterAnswer.min <= afterAnswerMsMax && afterAnswer.max > afterAnswerMsMax,
      },
    ],
  };
}

/** 99th percentile of a time, by round. */
function p99Of(rounds: readonly Round[], timeOf: (times: EventTimes) => number): Spread {
  return spreadOf(rounds.map(({ times }) => quantile(Float64Array.from(times, timeOf).sort(), 0.99)));
}
