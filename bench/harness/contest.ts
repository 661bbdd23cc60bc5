import { deepStrictEqual } from "node:assert";
import { type Effort, keepBusy, type Load, openLoad } from "../requests/load.ts";
import type { Payload } from "../requests/payloads.ts";
import { meaningOf, requestOnce } from "../requests/single-request.ts";
import { type Wire, wireRequest } from "../requests/wire.ts";
import { type Spread, spreadOf } from "./measure.ts";
import type { Program } from "./program.ts";
import { programs, type ServerProcess, startServer } from "./servers.ts";

/** A comparison of our server with peers, which get the same requests over the same protocol. */
export interface Contest {
  readonly payload: Payload;
  readonly wire: Wire;
  readonly peers: readonly Peer[];
}

export interface Peer {
  readonly name: string;
  readonly program: Program;
  /** Least ratio of our rate to the peer's. */
  readonly target?: number;
  /** Protocol of the peer if it differs from ours. */
  readonly wire?: Wire;
  /** Prepares the peer; returns the reason if it cannot take part. */
  readonly prepare?: () => string | undefined;
}

export interface Pace {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** Results by server, ours first. */
export interface Outcome {
  readonly contest: Contest;
  readonly standings: readonly Standing[];
  readonly absences: readonly Absence[];
}

/** A peer that cannot take part. */
export interface Absence {
  readonly name: string;
  readonly reason: string;
}

export interface Standing {
  readonly name: string;
  readonly target: number | undefined;
  /** Requests per second. */
  readonly rate: Spread;
  /** Ratio of our rate to this server's, per round. */
  readonly ratio: Spread;
  /** The same ratio per second of the server's processor time, which other programs on the machine disturb less. */
  readonly cpuRatio: Spread;
  /** Median processor time of a request. */
  readonly cpuMicroseconds: number;
  /** Median share of one processor that the server used. */
  readonly serverShare: number;
  /** Share of the other processor that the generator used while warming up. */
  readonly generatorShare: number;
}

interface Contestant {
  readonly name: string;
  readonly target: number | undefined;
  readonly server: ServerProcess;
  /** Opens new connections for every round, because servers close connections that are idle during the other turns. */
  readonly open: () => Promise<Load>;
  readonly rounds: Round[];
  generatorShare: number;
}

interface Round {
  readonly seconds: number;
  readonly rate: number;
  readonly perCpuSecond: number;
  readonly serverShare: number;
}

/**
 * Runs all servers of a contest in turns, round after round, so that disturbances of the machine affect all of them.
 */
export async function runContest(contest: Contest, pace: Pace): Promise<Outcome> {
  const contestants: Contestant[] = [];
  try {
    const absences = await enter(contest, contestants);
    for (const contestant of contestants) await warmUp(contestant, pace.warmUpSeconds);
    for (let round = 0; round < pace.rounds; round++) {
      for (const contestant of contestants)
        contestant.rounds.push(await runRound(contestant, { seconds: pace.seconds, sleepless: true }));
    }
    const [ours] = contestants as [Contestant];
    return { contest, standings: contestants.map((contestant) => standingOf(contestant, ours)), absences };
  } finally {
    for (const { server } of contestants) await server.stop();
  }
}

/** Throws if a server's response differs from ours; returns the peers that cannot be started here. */
async function enter({ payload, wire: ourWire, peers }: Contest, contestants: Contestant[]): Promise<Absence[]> {
  const absences: Absence[] = [];
  let meaning: unknown;
  const ours: Peer = { name: "ours", program: programs.ours };
  for (const { name, program, target, wire = ourWire, prepare } of [ours, ...peers]) {
    const reason = prepare?.();
    if (reason !== undefined) {
      absences.push({ name, reason });
      continue;
    }
    const request = wireRequest(payload, wire);
    const server = await startServer(program);
    try {
      const answer = await requestOnce(server.port, wire, request);
      meaning ??= meaningOf(payload, wire, answer);
      deepStrictEqual(meaningOf(payload, wire, answer), meaning, `${name} answers differently`);
      const open = () => openLoad(server.port, wire, request, answer);
      contestants.push({ name, target, server, open, rounds: [], generatorShare: 0 });
    } catch (error) {
      await server.stop();
      throw error;
    }
  }
  return absences;
}

/** Warms up, and measures the generator's share of a processor, which cannot be measured while it never sleeps. */
async function warmUp(contestant: Contestant, seconds: number): Promise<void> {
  const generatorBefore = process.cpuUsage();
  const round = await runRound(contestant, { seconds, sleepless: false });
  const { user, system } = process.cpuUsage(generatorBefore);
  contestant.generatorShare = (user + system) / 1e6 / round.seconds;
}

async function runRound({ server, open }: Contestant, effort: Effort): Promise<Round> {
  const load = await open();
  const cpuBefore = server.cpuSeconds();
  const { requests, seconds } = await keepBusy(load, effort);
  const cpu = server.cpuSeconds() - cpuBefore;
  load.close();
  return { seconds, rate: requests / seconds, perCpuSecond: requests / cpu, serverShare: cpu / seconds };
}

function standingOf({ name, target, rounds, generatorShare }: Contestant, ours: Contestant): Standing {
  const ratioOf = (key: "rate" | "perCpuSecond") =>
    spreadOf(rounds.map((round, i) => (ours.rounds[i] as Round)[key] / round[key]));
  return {
    name,
    target,
    rate: spreadOf(rounds.map(({ rate }) => rate)),
    ratio: ratioOf("rate"),
    cpuRatio: ratioOf("perCpuSecond"),
    cpuMicroseconds: spreadOf(rounds.map(({ perCpuSecond }) => 1e6 / perCpuSecond)).median,
    serverShare: spreadOf(rounds.map(({ serverShare }) => serverShare)).median,
    generatorShare,
  };
}
