import type { Contest, Outcome } from "../harness/contest.ts";
import type { Finding } from "../harness/finding.ts";
import type { Spread } from "../harness/measure.ts";
import type { Share } from "./cpu-profile.ts";
import type { ThreadProfile } from "./profile.ts";

/** Formats the figures of a contest as lines of text. */
export function describe({ contest, standings, absences }: Outcome): string {
  const title = `${contest.wire}: ${contest.payload.name}`;
  const lines = standings.map(({ name, target, rate, ratio, cpuRatio, serverShare, generatorShare }) => {
    const shares = `server ${percent(serverShare)}, generator ${percent(generatorShare)} of a processor`;
    const compared =
      name === "ours"
        ? ""
        : `  ours / peer ${spreadText(ratio, 2)}${target === undefined ? "" : `, target ${target}`}, by CPU ${spreadText(cpuRatio, 2)}`;
    return `  ${name.padEnd(22)} ${spreadText(rate, 0)} /s (${shares})${compared}`;
  });
  const absent = absences.map(({ name, reason }) => `  ${name.padEnd(22)} skipped: ${reason}`);
  return [title, ...lines, ...absent].join("\n");
}

/** Formats a finding as lines of text. */
export function describeFinding({ title, columns, rows, verdicts }: Finding): string {
  const lines = rows.map((row) => `  ${row.map((cell, i) => (i === 0 ? cell : `${columns[i]} ${cell}`)).join(", ")}`);
  const judged = verdicts.map(({ what, figure, target }) => `  ${what}: ${figure}, target ${target}`);
  return [title, ...lines, ...judged].join("\n");
}

/** Formats a CPU profile of our server as lines of text. */
export function describeProfile({ wire, payload }: Contest, threads: readonly ThreadProfile[]): string {
  const list = (shares: readonly Share[]) =>
    shares.slice(0, 25).map(({ what, share }) => `  ${(100 * share).toFixed(1).padStart(5)} %  ${what}`);
  const lines = threads.flatMap(({ thread, byItself, inclusive, byModule }) => [
    `  thread ${thread}, by itself:`,
    ...list(byItself),
    "  inclusive, functions of ours:",
    ...list(inclusive),
    "  by module:",
    ...list(byModule),
  ]);
  return [`${wire}: ${payload.name}`, ...lines].join("\n");
}

/** Formats a spread, such as `0.82 (0.79..0.85)`. */
export function spreadText({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}..${max.toFixed(digits)})`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
