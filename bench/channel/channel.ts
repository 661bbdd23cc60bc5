import { setTimeout as sleep } from "node:timers/promises";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { spreadOf } from "../harness/measure.ts";
import type { Program } from "../harness/program.ts";
import { type ServerProcess, startServer } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { type ChannelLoad, type Crowd, loadChannel, loadEcho } from "./load.ts";

const target = 0.5;
/**
 * Loads: sequential requests on one connection and on many, as interactive applications make them, and concurrent
 * requests.
 */
const crowds: readonly Crowd[] = [
  { connections: 1, atOnce: 1 },
  { connections: 64, atOnce: 1 },
  { connections: 8, atOnce: 16 },
];
export const channelProgram = peer("channel.ts");

/** Throughput of the channel, with encryption, authentication and limits, compared with that of a bare WebSocket. */
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

/** `other` is the channel with the other cipher. */
type Round = Record<"channel" | "echo" | "other", Measured>;

interface Measured {
  /** Responses per second. */
  readonly rate: number;
  /** Processor time of the server per response, in microseconds. */
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
      "Requests of an operation that responds immediately, through the channel and the whole pipeline except the log; and single messages " +
      `of the same ${messageBytes} bytes to a WebSocket echo server. On the channel, requests that a client makes in one turn of its event ` +
      "loop share a message, as in the client for TypeScript, and so do responses of one turn of the server's event loop; with one request " +
      "in flight per connection every message has one. The client for TypeScript prefers ChaCha20-Poly1305. The load generator encrypts and " +
      "decrypts as much as the server, so the rate is also limited by it. " +
      `${pace.rounds} rounds of ${pace.seconds} s in turns.`,
    columns: ["load", "connections, in flight on each", "responses per second", "server's processor time, us"],
    rows: contests.flatMap(({ crowd, rounds }) =>
      (["channel", "other", "echo"] as const).map((what) => [
        names[what],
        nameOf(crowd),
        spreadText(spreadOf(rounds.map((round) => round[what].rate)), 0),
        spreadText(spreadOf(rounds.map((round) => round[what].microseconds)), 1),
      ]),
    ),
    verdicts: contests.flatMap(({ crowd, rounds }) => [
      verdictOf(
        `ratio of the channel's rate to an echo's, ${nameOf(crowd)}`,
        rounds,
        ({ channel, echo }) => channel.rate / echo.rate,
      ),
      verdictOf(
        `the same by the server's processor time, ${nameOf(crowd)}`,
        rounds,
        ({ channel, echo }) => echo.microseconds / channel.microseconds,
      ),
    ]),
  };
}

const names = { channel: "channel, ChaCha20-Poly1305", other: "channel, AES-256-GCM", echo: "echo" };

function nameOf({ connections, atOnce }: Crowd): string {
  return `${connections} x ${atOnce}`;
}

function verdictOf(what: string, rounds: readonly Round[], ratio: (round: Round) => number): Verdict {
  const spread = spreadOf(rounds.map(ratio));
  return {
    what,
    figure: spreadText(spread, 2),
    target: `at least ${target}`,
    isReached: spread.median >= target,
    isUncertain: spread.max >= target && spread.min < target,
  };
}

function peer(file: string): Program {
  return { command: process.execPath, parameters: ["--expose-gc", `bench/peers/${file}`] };
}
