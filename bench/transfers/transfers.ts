import { verify } from "node:crypto";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import { pinGenerator, pinTo } from "../harness/servers.ts";
import { spellSpread } from "../report/lines.ts";
import { transferLoad } from "./load.ts";
import { type SignedBody, signedTransfers } from "./orders.ts";
import { bothProcessors, openTransferScene, type TransferScene } from "./scene.ts";

const sendersCount = 256;
const perRound = 20_000;
/** As callers have them under way. */
const atOnce = 768;
/** More of them are no faster. */
const verifiedAtOnce = 64;
const target = 0.5;

/** Signed transfers a second, by gRPC and durably in SQLite, by what `crypto.verify` alone does. */
export async function transferRate({ rounds: count }: Pace): Promise<Finding> {
  const scene = await openTransferScene(sendersCount);
  pinTo(bothProcessors);
  try {
    return findingOf(await roundsOn(scene, count));
  } finally {
    pinGenerator();
    await scene.close();
  }
}

interface Round {
  /** A second. */
  readonly transfers: number;
  readonly verify: number;
  /** Processor time for each of them, in microseconds. */
  readonly server: number;
  readonly client: number;
  readonly verifier: number;
}

async function roundsOn({ server, senders, requireEntries }: TransferScene, count: number): Promise<Round[]> {
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
  // The first warms up.
  return rounds.slice(1);
}

async function verifyAll(bodies: readonly SignedBody[]): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let one = bodies[next++]; one !== undefined; one = bodies[next++]) await verifyOne(one);
  };
  await Promise.all(Array.from({ length: verifiedAtOnce }, lane));
}

function verifyOne({ signed, signature, sender }: SignedBody): Promise<void> {
  return new Promise((resolve, reject) => {
    verify(null, signed, sender.publicKey, signature, (error, isRight) => {
      if (isRight) resolve();
      else reject(error ?? new Error("a good signature was refused"));
    });
  });
}

/** How many a second, and what each takes of this process's processor time. */
async function measure(work: () => Promise<void>): Promise<{ readonly rate: number; readonly microseconds: number }> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { rate: (perRound * 1000) / (performance.now() - startedMs), microseconds: (user + system) / perRound };
}

function findingOf(rounds: readonly Round[]): Finding {
  const spellRound = (key: keyof Round, digits: number) => spellSpread(spreadOf(rounds.map((one) => one[key])), digits);
  return {
    title: "Signed transfers",
    how:
      `Transfers by gRPC, each signed by one of ${sendersCount} senders before, ${atOnce} under way at a time on 8 connections, with the key of a ` +
      "program; each is checked, and stored durably in SQLite when it is answered. The server and the process that sends share both processors. " +
      `Beside it crypto.verify alone on the same signatures, ${verifiedAtOnce} at once, with both processors to itself. At the end every transfer that was ` +
      `answered is looked for in the ledger. ${rounds.length} rounds of ${perRound} in turns.`,
    columns: ["what", "a second", "microseconds of processor time"],
    rows: [
      ["transfers", spellRound("transfers", 0), `server ${spellRound("server", 0)}, client ${spellRound("client", 0)}`],
      ["crypto.verify", spellRound("verify", 0), spellRound("verifier", 0)],
    ],
    verdicts: [
      verdictOf(
        "signed transfers by gRPC, by crypto.verify alone",
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
    figure: spellSpread(ratio, 2),
    target: `at least ${target}`,
    isReached: ratio.median >= target,
    isUncertain: ratio.max >= target && ratio.min < target,
  };
}
