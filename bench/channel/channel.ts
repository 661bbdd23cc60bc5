import { setTimeout as sleep } from "node:timers/promises";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import type { Program } from "../harness/program.ts";
import { type ServerProcess, startServer } from "../harness/servers.ts";
import { spellSpread } from "../report/lines.ts";
import { type ChannelLoad, type Crowd, loadChannel, loadEcho } from "./load.ts";

const target = 0.5;
/** One request after the other, as a person's application has them: one such, and many. And many requests at once. */
const crowds: readonly Crowd[] = [
  { connections: 1, atOnce: 1 },
  { connections: 64, atOnce: 1 },
  { connections: 8, atOnce: 16 },
];
export const channelProgram = peer("channel.ts");

/** What sealing, authentication, limits and the rest of the channel leave of a bare WebSocket's throughput. */
export async function channelRate(pace: Pace): Promise<Finding> {
  const servers = [await startServer(channelProgram), await startServer(peer("ws-echo.ts"))] as const;
  try {
    const contests = crowds.map((crowd) => ({ crowd, rounds: [] as Round[] }));
    let messageBytes = 0;
    const run = async (crowd: Crowd, seconds: number): Promise<Round> => {
      const ours = await loadChannel(servers[0].port, crowd);
      messageBytes = ours.messageBytes;
      const channel = await measure(servers[0], ours, seconds);
      const echo = await measure(servers[1], await loadEcho(servers[1].port, messageBytes, crowd), seconds);
      const other = await measure(servers[0], await loadChannel(servers[0].port, crowd, "wallet.v1"), seconds);
      return { channel, echo, other };
    };
    for (const { crowd } of contests) await run(crowd, pace.warmUpSeconds);
    for (let round = 0; round < pace.rounds; round++) {
      for (const { crowd, rounds } of contests) rounds.push(await run(crowd, pace.seconds));
    }
    return findingOf(contests, messageBytes, pace);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** `other`: the channel by the other cipher. */
type Round = Record<"channel" | "echo" | "other", Measured>;

interface Measured {
  /** Answers a second. */
  readonly rate: number;
  /** The server's processor time of an answer, in microseconds. */
  readonly microseconds: number;
}

async function measure(server: ServerProcess, load: ChannelLoad, seconds: number): Promise<Measured> {
  const before = { count: load.count, cpu: server.cpuSeconds(), ms: performance.now() };
  await sleep(seconds * 1000);
  const count = load.count - before.count;
  const microseconds = ((server.cpuSeconds() - before.cpu) * 1e6) / count;
  const rate = (count * 1000) / (performance.now() - before.ms);
  load.close();
  return { rate, microseconds };
}

function findingOf(
  contests: readonly { readonly crowd: Crowd; readonly rounds: readonly Round[] }[],
  messageBytes: number,
  pace: Pace,
): Finding {
  return {
    title: "The channel",
    how:
      "Requests of an operation that answers at once, through the channel and the whole pipeline but the log; and messages of the same " +
      `${messageBytes} bytes, each by itself, to a WebSocket server that only sends them back. On the channel, requests that a client makes in one ` +
      "turn of its event loop travel in one message, as those of the package for TypeScript do, and so do answers of one turn of the " +
      "server's: with one under way on each connection every message has one. That package prefers ChaCha20-Poly1305. The process that " +
      "makes the load seals and opens as much as the " +
      `server, so that the rate is also its own. ${pace.rounds} rounds of ${pace.seconds} s in turns.`,
    columns: ["what", "connections, under way on each", "answers a second", "microseconds of the server's processor"],
    rows: contests.flatMap(({ crowd, rounds }) =>
      (["channel", "other", "echo"] as const).map((what) => [
        names[what],
        spell(crowd),
        spellSpread(spreadOf(rounds.map((round) => round[what].rate)), 0),
        spellSpread(spreadOf(rounds.map((round) => round[what].microseconds)), 1),
      ]),
    ),
    verdicts: contests.flatMap(({ crowd, rounds }) => [
      verdictOf(
        `answers of the channel by those of an echo, ${spell(crowd)}`,
        rounds,
        ({ channel, echo }) => channel.rate / echo.rate,
      ),
      verdictOf(
        `the same by processor time of the server, ${spell(crowd)}`,
        rounds,
        ({ channel, echo }) => echo.microseconds / channel.microseconds,
      ),
    ]),
  };
}

const names = { channel: "channel, ChaCha20-Poly1305", other: "channel, AES-256-GCM", echo: "echo" };

function spell({ connections, atOnce }: Crowd): string {
  return `${connections} x ${atOnce}`;
}

function verdictOf(what: string, rounds: readonly Round[], ratio: (round: Round) => number): Verdict {
  const spread = spreadOf(rounds.map(ratio));
  return {
    what,
    figure: spellSpread(spread, 2),
    target: `at least ${target}`,
    isReached: spread.median >= target,
    isUncertain: spread.max >= target && spread.min < target,
  };
}

function peer(file: string): Program {
  return { command: process.execPath, parameters: ["--expose-gc", `bench/peers/${file}`] };
}
