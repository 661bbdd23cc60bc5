import type { Outcome } from "../harness/contest.ts";
import type { Share } from "./cpu-profile.ts";
import type { ThreadProfile } from "./profile.ts";
import { restBefore } from "./profile-before.ts";
import { table } from "./table.ts";

/** A contest, and where our server spends its time under its load. */
export interface Profiled {
  readonly outcome: Outcome;
  readonly threads: readonly ThreadProfile[];
}

const entries = 12;

/** The part of the page that tells which functions take the time. */
export function profileSections(profiled: readonly Profiled[]): string[] {
  return ["## Where the time goes", how, ...profiled.flatMap(sectionsOf)];
}

const how = `The top entries of the CPU profile of our server's main thread, each in 10 s of load after its start, which is included. Shares
are of the time in which the thread was not idle. "By itself" is a function without what it calls; "(program)" is the work of Node
and the system outside of JavaScript. "Inclusive" is a function of ours with all that it calls before it first
waits. Profiling takes time too; processor time of a request is therefore that of the contest above, in its median. "Before" is of
an earlier run, before the way of a request was made shorter.`;

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
