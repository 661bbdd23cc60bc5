import { verify } from "node:crypto";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { bothProcessors, openTransferFixture, type TransferFixture } from "./fixture.ts";
import { transferLoad } from "./load.ts";
import { type SignedBody, signedTransfers } from "./orders.ts";

const sendersCount = 256;
const perRound = 20_000;
/** Number of transfers in flight. */
const atOnce = 768;
/** Number of concurrent verifications; more are not faster. */
const verifiedAtOnce = 64;
const target = 0.5;

/** Signed transfers per second, over gRPC and durably in SQLite, compared with `crypto.verify` alone. */
export async function transferRate({ rounds: count }: Pace): Promise<Finding> {
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
  /** Rate per second. */
  readonly transfers: number;
  readonly verify: number;
  /** Processor time of each, in microseconds. */
  readonly server: number;
  readonly client: number;
  readonly verifier: number;
}

async function roundsOn({ server, senders, requireEntries }: TransferFixture, count: number): Promise<Round[]> {
  const [first] = signedTransfers(senders, 1) as [SignedBody];
  const send = await transferLoad(server, first);
  const ids = [...first.ids];
  const rounds: Round[] = [];
  for (let round = 0; round <= count; round++) {
    const bodies = signedTransfers(senders, perRound);
    const serverBefore = server.cpuSeconds();
    const sent = await measure(() => send(bodies, atOnce));
    const ofServer = ((server.cpuSeconds() - serverBefore) * 1e6) / perRound;
    ids.push(...bodies.flatMap((body) => body.ids));
    const alone = await measure(() => verifyAll(bodies));
    rounds.push({
      transfers: sent.rate,
      verify: alone.rate,
      server: ofServer,
      client: sent.microseconds,
      verifier: alone.microseconds,
    });
  }
  await requireEntries(ids);
  // The first round warms up.
  return rounds.slice(1);
}

async function verifyAll(bodies: readonly SignedBody[]): Promise<void> {
  let next = 0;
  const verifyNext = async () => {
    for (let one = bodies[next++]; one !== undefined; one = bodies[next++]) await verifyOne(one);
  };
  await Promise.all(Array.from({ length: verifiedAtOnce }, verifyNext));
}

function verifyOne({ signed, signature, sender }: SignedBody): Promise<void> {
  return new Promise((resolve, reject) => {
    verify(null, signed, sender.publicKey, signature, (error, isRight) => {
      if (isRight) resolve();
      else reject(error ?? new Error("a good signature was refused"));
    });
  });
}

/** Rate per second, and processor time of each in this process. */
async function measure(work: () => Promise<void>): Promise<{ readonly rate: number; readonly microseconds: number }> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { rate: (perRound * 1000) / (performance.now() - startedMs), microseconds: (user + system) / perRound };
}

function findingOf(rounds: readonly Round[]): Finding {
  const textOf = (key: keyof Round, digits: number) => spreadText(spreadOf(rounds.map((round) => round[key])), digits);
  return {
    title: "Signed transfers",
    how:
      `Transfers over gRPC, signed in advance by one of ${sendersCount} senders, ${atOnce} in flight on 8 connections, with an API key; each is ` +
      "verified, and durable in SQLite when it is answered. The server and the sender share both processors. Compared with crypto.verify alone " +
      `on the same signatures, ${verifiedAtOnce} concurrently, with both processors to itself. At the end every transfer with a response is looked ` +
      `up in the ledger. ${rounds.length} rounds of ${perRound} in turns.`,
    columns: ["operation", "per second", "processor time, us"],
    rows: [
      ["transfers", textOf("transfers", 0), `server ${textOf("server", 0)}, client ${textOf("client", 0)}`],
      ["crypto.verify", textOf("verify", 0), textOf("verifier", 0)],
    ],
    verdicts: [
      verdictOf(
        "signed transfers over gRPC, compared with crypto.verify alone",
        rounds.map((round) => round.transfers / round.verify),
      ),
      verdictOf(
        "the same by processor time, which other programs disturb less",
        rounds.map((round) => round.verifier / (round.server + round.client)),
      ),
    ],
  };
}

function verdictOf(what: string, ratios: readonly number[]): Verdict {
  const ratio = spreadOf(ratios);
  return {
    what,
    figure: spreadText(ratio, 2),
    target: `at least ${target}`,
    isReached: ratio.median >= target,
    isUncertain: ratio.max >= target && ratio.min < target,
  };
}
