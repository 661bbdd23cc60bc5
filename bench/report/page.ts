import { cpus, release, type } from "node:os";
import type { Outcome, Pace } from "../harness/contest.ts";
import type { Finding, Verdict } from "../harness/finding.ts";
import { isPinned } from "../harness/servers.ts";
import { percent, spellSpread } from "./lines.ts";
import { type Profiled, profileSections } from "./profile-page.ts";
import { table } from "./table.ts";

export interface Results {
  readonly pace: Pace;
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
  readonly profiled: readonly Profiled[];
  /** Processes that wanted a processor before the run began, in the mean of a minute. */
  readonly loadBefore: number;
}

/** The page of a full run. */
export function pageOf({ pace, outcomes, findings, profiled, loadBefore }: Results): string {
  const verdicts = [...outcomes.flatMap(verdictsOf), ...findings.flatMap((finding) => finding.verdicts)];
  const sections = [
    "# Benchmarks",
    "Written by `npm run bench -- --write`; not to be edited by hand. Spreads are medians (least..greatest).",
    "## Targets",
    summary(verdicts),
    table(
      ["", "measured", "target", "reached"],
      verdicts.map((verdict) => [verdict.what, verdict.figure, verdict.target, spellReached(verdict)]),
    ),
    "## Machine",
    machine(loadBefore),
    "## How it is measured",
    method(pace),
    "## Throughput",
    throughput(outcomes),
    ...absencesOf(outcomes),
    ...profileSections(profiled),
    ...findings.flatMap(({ title, how, columns, rows }) => [`## ${title}`, how, table(columns, rows)]),
  ];
  return `${sections.join("\n\n")}\n`;
}

function verdictsOf({ contest, standings }: Outcome): Verdict[] {
  return standings.flatMap(({ name, target, ratio }) =>
    target === undefined
      ? []
      : [
          {
            what: `${contest.wire}, ${contest.payload.name}: our rate by that of ${name}`,
            figure: spellSpread(ratio, 2),
            target: `at least ${target}`,
            isReached: ratio.median >= target,
            isUncertain: ratio.max >= target && ratio.min < target,
          },
        ],
  );
}

function summary(verdicts: readonly Verdict[]): string {
  const missed = verdicts.filter(({ isReached }) => !isReached);
  const reached = verdicts.length - missed.length;
  return `${reached} of ${verdicts.length} targets are reached in the median${
    missed.length === 0 ? "." : `. Not reached: ${missed.map(({ what, figure }) => `${what}, ${figure}`).join("; ")}.`
  } Where rounds disagree about a target, another run may end otherwise.`;
}

function spellReached({ isReached, isUncertain }: Pick<Verdict, "isReached" | "isUncertain">): string {
  return `${isReached ? "yes" : "**no**"}${isUncertain ? ", but rounds disagree" : ""}`;
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
        ? ". The figures are from a shared machine: others used the same cores, so rates are lower, latencies higher and spreads wider than on a machine of its own"
        : ""
    }`,
  ].join("\n");
}

function method({ rounds, seconds, warmUpSeconds }: Pace): string {
  const places = isPinned
    ? "The server runs on processor 0, what makes the load on processor 1."
    : "Nothing was bound to a processor: server and generator took what there was.";
  return `${places} Our server is the one that \`npm start\` starts, with authentication, limits,
validation and the log on, the log going to a file. Raw node:http parses, calls the same functions and writes; it does nothing else. All servers of a
contest get the same bytes, and their answers are compared before it begins. Only connect-go with vanguard-go gets and gives other JSON on
the paths of REST: the words, the bare lists and the envelope of our dialect are options that only we read, so its bodies
are those of protobuf's own JSON mapping, and its answers are compared after they were put into our dialect. The peer of
Go calls a translation of our function, recognises, limits and logs nobody, and runs its code on one thread (GOMAXPROCS=1). Servers run in turns, ${rounds} rounds of ${seconds} s
after ${warmUpSeconds} s to warm up, so that whatever slows the machine slows them all; a ratio is of the two rates of one
round. HTTP/1.1 has 32 connections with one request under way each, gRPC 4 sessions with 16 streams. "Ratio by CPU"
compares requests by second of the server's own processor time, which other programs disturb less than the clock. "Processor" is what share of it
a server got: far below 100 %, its rate tells more about what else ran than about the server.`;
}

/** What the table of throughput has to leave out. */
function absencesOf(outcomes: readonly Outcome[]): string[] {
  const lines = outcomes.flatMap(({ contest, absences }) =>
    absences.map(
      ({ name, reason }) => `- ${contest.wire}, ${contest.payload.name}: ${name} is skipped, because ${reason}`,
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
      spellSpread(ratio, 2),
      spellSpread(cpuRatio, 2),
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
