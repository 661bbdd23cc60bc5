import type { Outcome } from "../harness/contest.ts";
import type { Share } from "./cpu-profile.ts";
import type { ThreadProfile } from "./profile.ts";
import { restBefore } from "./profile-before.ts";
import { table } from "./table.ts";

/** A contest, and the CPU profile of our server under its load. */
export interface Profiled {
  readonly outcome: Outcome;
  readonly threads: readonly ThreadProfile[];
}

const entries = 12;

/** Sections of the page about CPU profiles. */
export function profileSections(profiled: readonly Profiled[]): string[] {
  return ["## Where the time goes", how, ...profiled.flatMap(sectionsOf)];
}

const how = `The top entries of the CPU profiles of our server's main thread, each over start-up and 10 s of load. Shares
are of the time in which the thread was not idle. "By itself" excludes the functions that a function calls; "(program)" is the work
of Node and the system outside JavaScript. "Inclusive" includes the functions that one of ours calls before it first awaits.
Profiling itself takes time, so the processor time of a request is the median of the contest above. "Before" is an earlier
run, before request handling was optimised.`;

function sectionsOf({ outcome: { contest, standings }, threads }: Profiled): string[] {
  const main = threads.find(({ thread }) => thread === 0);
  const before = contest.wire === "rest" ? restBefore : undefined;
  const costs = standings.map(({ name, cpuMicroseconds }) => {
    const then = (before?.cpuMicroseconds as Readonly<Record<string, number>> | undefined)?.[name];
    return `${name} ${cpuMicroseconds.toFixed(1)}${then === undefined ? "" : ` (before: ${then})`}`;
  });
  const columns = [
    ...(before === undefined ? [] : [column("by itself, before", before.byItself)]),
    column("by itself, now", main?.byItself ?? []),
    ...(before === undefined ? [] : [column("inclusive, before", before.inclusive)]),
    column("inclusive, now", main?.inclusive ?? []),
  ];
  const height = Math.max(...columns.map(({ cells }) => cells.length));
  return [
    `### ${contest.wire}: ${contest.payload.name}`,
    `Processor time of a request in microseconds: ${costs.join(", ")}.`,
    table(
      columns.map(({ title }) => title),
      Array.from({ length: height }, (_, row) => columns.map(({ cells }) => cells[row] ?? "")),
    ),
  ];
}

function column(title: string, shares: readonly Share[]): { title: string; cells: string[] } {
  return {
    title,
    cells: shares
      .slice(0, entries)
      .map(({ what, share }) => `${(100 * share).toFixed(1)} % ${what.replace("  ", ", ")}`),
  };
}
