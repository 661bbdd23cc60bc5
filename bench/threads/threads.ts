import { loadavg } from "node:os";
import type { Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { type Spread, spreadOf } from "../harness/measure.ts";
import type { Program } from "../harness/program.ts";
import { pinTo, programs, type ServerProcess, startServer } from "../harness/servers.ts";
import { spreadText } from "../report/lines.ts";
import { httpConnections, keepBusy, type Load, openGrpcLoad, openHttpLoad } from "../requests/load.ts";
import { httpBytes } from "../requests/load-http.ts";
import { payloads } from "../requests/payloads.ts";
import { requestOnce } from "../requests/single-request.ts";
import { type Wire, wireRequest } from "../requests/wire.ts";

/** Sessions of gRPC: so many that the kernel gives each thread some. */
const grpcSessions = 16;
const unlimited = JSON.stringify({ operator: { requestsPerMinute: 1e9, concurrentRequests: 1e3, permissions: ["*"] } });

interface Server {
  readonly name: string;
  readonly wire: Wire;
  readonly program: Program;
}

const servers: readonly Server[] = [
  ...(["rest", "grpc"] as const).flatMap((wire) => [1, 2].map((threads) => ours(wire, threads))),
  { name: "REST, raw node:http, 1 thread", wire: "rest", program: programs.raw },
  {
    name: "REST, raw node:http, 2 threads",
    wire: "rest",
    program: { ...programs.raw, parameters: [...programs.raw.parameters, "2"] },
  },
];

function ours(wire: "rest" | "grpc", threads: number): Server {
  const name = `${wire === "rest" ? "REST" : "gRPC"}, ${threads === 1 ? "1 thread" : `${threads} threads`}`;
  const environment = { PLANS: unlimited, BACKUPS: "off", THREADS: String(threads) };
  return { name, wire, program: { ...programs.ours, environment } };
}

interface Round {
  /** Calls per second. */
  readonly elapsed: number;
  /** Calls per second of the server's processor time. */
  readonly processor: number;
}

/** Ratios of two servers, by round. */
interface Comparison {
  readonly what: string;
  readonly of: string;
  readonly by: string;
  readonly figure: keyof Round;
  readonly target: number;
}

const comparisons: readonly Comparison[] = [
  ...["REST", "gRPC"].flatMap((name) => {
    const pair = { of: `${name}, 2 threads`, by: `${name}, 1 thread` };
    return [
      { what: `${name}, 2 threads by 1`, ...pair, figure: "elapsed" as const, target: 1.35 },
      {
        what: `${name}, 2 threads by 1, per second of the processor`,
        ...pair,
        figure: "processor" as const,
        target: 0.95,
      },
    ];
  }),
  ...["1 thread", "2 threads"].map((threads) => ({
    what: `REST by raw node:http, ${threads}, per second of the processor`,
    of: `REST, ${threads}`,
    by: `REST, raw node:http, ${threads}`,
    figure: "processor" as const,
    target: 0.85,
  })),
];

/** Compares the service with two threads with itself with one, and both with raw node:http, in turns. */
export async function threadRates(pace: Pace): Promise<Finding> {
  // Servers and generator share both processors: a thread has none for itself.
  pinTo("0,1");
  const [loadBefore = 0] = loadavg();
  const running: { readonly server: Server; readonly process: ServerProcess; readonly rounds: Round[] }[] = [];
  try {
    for (const server of servers)
      running.push({ server, process: await startServer(server.program, "0,1"), rounds: [] });
    for (const { server, process } of running) await runRound(server, process, pace.warmUpSeconds);
    for (let round = 0; round < pace.rounds; round++) {
      for (const { server, process, rounds } of running) rounds.push(await runRound(server, process, pace.seconds));
    }
  } finally {
    for (const { process } of running) await process.stop();
    pinTo("1");
  }
  return findingOf(new Map(running.map(({ server, rounds }) => [server.name, rounds])), pace, loadBefore);
}

async function runRound(server: Server, process: ServerProcess, seconds: number): Promise<Round> {
  const load = await openLoad(server, process.port);
  try {
    const before = process.cpuSeconds();
    const busy = await keepBusy(load, { seconds, sleepless: false });
    const processor = busy.requests / (process.cpuSeconds() - before);
    return { elapsed: busy.requests / busy.seconds, processor };
  } finally {
    load.close();
  }
}

async function openLoad({ wire }: Server, port: number): Promise<Load> {
  const request = wireRequest(payloads.transform, wire);
  if (wire === "rest") return openHttpLoad(port, Array(httpConnections).fill([httpBytes(request)]));
  return openGrpcLoad(port, request, await requestOnce(port, wire, request), grpcSessions);
}

function findingOf(rounds: ReadonlyMap<string, readonly Round[]>, pace: Pace, loadBefore: number): Finding {
  const spreads = comparisons.map((comparison) => [comparison, ratioOf(rounds, comparison)] as const);
  return {
    title: "Threads that serve",
    how:
      `${payloads.transform.name} over ${httpConnections} connections of HTTP/1.1, or ${grpcSessions} of gRPC with 64 calls at ` +
      `once; servers and generator share both processors, so that with two threads neither has one for itself. ${pace.rounds} ` +
      `rounds of ${pace.seconds} s in turns; ratios by round. Before, other programs had ${loadBefore.toFixed(0)} threads that wanted a processor: where they are more ` +
      "than processors, only the processor time of calls tells something.",
    columns: ["server", "calls per second", "us of the processor a call"],
    rows: [...rounds].map(([name, of]) => [
      name,
      spreadText(spreadOf(of.map(({ elapsed }) => elapsed)), 0),
      spreadText(spreadOf(of.map(({ processor }) => 1e6 / processor)), 1),
    ]),
    verdicts: spreads.map(([{ what, target }, ratio]) => verdictOf(what, ratio, target)),
  };
}

function ratioOf(rounds: ReadonlyMap<string, readonly Round[]>, { of, by, figure }: Comparison): Spread {
  const others = rounds.get(by) as readonly Round[];
  const own = rounds.get(of) as readonly Round[];
  return spreadOf(own.map((round, n) => round[figure] / (others[n] as Round)[figure]));
}

function verdictOf(what: string, ratio: Spread, target: number): Verdict {
  return {
    what,
    figure: spreadText(ratio, 2),
    target: `at least ${target}`,
    isReached: ratio.median >= target,
    isUncertain: ratio.min < target !== ratio.max < target,
  };
}
