import { cpus, release, type } from "node:os";
import type { Outcome, Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { isPinned } from "../harness/servers.ts";
import { percent, spreadText } from "./lines.ts";
import { type Profiled, profileSections } from "./profile-page.ts";
import { summaryOf } from "./summary.ts";
import { table } from "./table.ts";

export interface Results {
  readonly pace: Pace;
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
  readonly profiled: readonly Profiled[];
  /** Load average of the minute before the run. */
  readonly loadBefore: number;
}

/** The page of a full run. */
export function pageOf({ pace, outcomes, findings, profiled, loadBefore }: Results): string {
  const verdicts = [...outcomes.flatMap(verdictsOf), ...findings.flatMap((finding) => finding.verdicts)];
  const sections = [
    "# Benchmarks",
    "Written by `npm run bench -- --write`; do not edit. Spreads are given as median (minimum..maximum).",
    "## Targets",
    summaryOf(verdicts.map(targetRow)),
    [table(["", "measured", "target", "reached"], []), ...verdicts.map(targetRow)].join("\n"),
    "## Machine",
    machine(loadBefore),
    "## Method",
    method(pace),
    "## Throughput",
    throughput(outcomes),
    ...absencesOf(outcomes),
    ...profileSections(profiled),
    ...findings.flatMap(findingSection),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** Parts of the section of a measurement. */
export function findingSection({ title, how, columns, rows }: Finding): string[] {
  return [`## ${title}`, how, table(columns, rows)];
}

/** Row of the table of targets. */
export function targetRow({ what, figure, target, isReached, isUncertain }: Verdict): string {
  const reached = `${isReached ? "yes" : "**no**"}${isUncertain ? ", but rounds disagree" : ""}`;
  return `| ${[what, figure, target, reached].join(" | ")} |`;
}

function verdictsOf({ contest, standings }: Outcome): Verdict[] {
  return standings.flatMap(({ name, target, ratio }) =>
    target === undefined
      ? []
      : [
          {
            what: `${contest.wire}, ${contest.payload.name}: ratio of our rate to that of ${name}`,
            figure: spreadText(ratio, 2),
            target: `at least ${target}`,
            isReached: ratio.median >= target,
            isUncertain: ratio.max >= target && ratio.min < target,
          },
        ],
  );
}

function machine(loadBefore: number): string {
  const isShared = loadBefore >= 0.5;
  const processors = cpus();
  return [
    `- ${processors[0]?.model.trim() ?? "unknown processor"}, ${processors.length} cores`,
    `- ${type()} ${release()}`,
    `- Node ${process.version}`,
    `- ${new Date().toISOString().slice(0, 10)}`,
    `- load before the run: ${loadBefore.toFixed(1)} processes${
      isShared
        ? ". The machine was shared: other programs used the same cores, so rates are lower, latencies higher and spreads wider than on a dedicated machine"
        : ""
    }`,
  ].join("\n");
}

function method({ rounds, seconds, warmUpSeconds }: Pace): string {
  const places = isPinned
    ? "The server runs on processor 0, the load generator on processor 1."
    : "Neither server nor load generator was bound to a processor.";
  return `${places} Our server runs as \`npm start\` starts it, with authentication, limits, validation
and a log to a file. Raw node:http only parses, calls the same functions and writes. All servers of a contest get the same
bytes, and their responses are compared before it begins. The exception is connect-go with vanguard-go over REST: the words,
the bare lists and the envelope of our dialect are options that only our server reads, so its bodies use protobuf's own
JSON mapping, and its responses are converted to our dialect before they are compared. The Go peer calls a translation of
our function, has no authentication, limits or log, and runs on one thread (GOMAXPROCS=1). Servers run in turns, ${rounds} rounds
of ${seconds} s after a warm-up of ${warmUpSeconds} s, so that disturbances of the machine affect all of them; a ratio compares
two rates of the same round. HTTP/1.1 uses 32 connections with one request in flight each, gRPC 4 sessions with 16 streams.
"Ratio by CPU" compares requests per second of the server's own processor time, which other programs disturb less than
elapsed time. "Processor" is the share of a processor that a server got: far below 100 %, its rate says more about other
programs than about the server.`;
}

/** List of the peers that the throughput table omits. */
function absencesOf(outcomes: readonly Outcome[]): string[] {
  const lines = outcomes.flatMap(({ contest, absences }) =>
    absences.map(
      ({ name, reason }) => `- ${contest.wire}, ${contest.payload.name}: ${name} is skipped because ${reason}`,
    ),
  );
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function throughput(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ contest, standings: [ours, ...others] }) =>
    others.map(({ name, target, rate, ratio, cpuRatio, serverShare }) => [
      contest.wire,
      contest.payload.name,
      name,
      ours === undefined ? "" : ours.rate.median.toFixed(0),
      rate.median.toFixed(0),
      `${percent(ours?.serverShare ?? 0)}, ${percent(serverShare)}`,
      spreadText(ratio, 2),
      spreadText(cpuRatio, 2),
      target === undefined ? "none" : String(target),
      target === undefined ? "" : ratio.median >= target ? "yes" : "**no**",
    ]),
  );
  const columns = [
    "protocol",
    "payload",
    "peer",
    "ours/s",
    "peer/s",
    "processor: ours, peer",
    "ratio",
    "ratio by CPU",
    "target",
    "reached",
  ];
  return table(columns, rows);
}
