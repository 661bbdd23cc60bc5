import type { Outcome } from "./contest.ts";
import type { Finding } from "./finding.ts";
import type { Spread } from "./measure.ts";

/** The figures of a contest as lines of text. */
export function describe({ contest, standings }: Outcome): string {
  const title = `${contest.wire}: ${contest.payload.name}`;
  const lines = standings.map(({ name, target, rate, ratio, cpuRatio, serverShare, generatorShare }) => {
    const shares = `server ${percent(serverShare)}, generator ${percent(generatorShare)} of a processor`;
    const compared =
      name === "ours"
        ? ""
        : `  ours / it ${spellSpread(ratio, 2)}${target === undefined ? "" : `, target ${target}`}, by CPU ${spellSpread(cpuRatio, 2)}`;
    return `  ${name.padEnd(22)} ${spellSpread(rate, 0)} /s (${shares})${compared}`;
  });
  return [title, ...lines].join("\n");
}

/** Those of another measurement. */
export function describeFinding({ title, columns, rows, verdicts }: Finding): string {
  const lines = rows.map((row) => `  ${row.map((cell, i) => (i === 0 ? cell : `${columns[i]} ${cell}`)).join(", ")}`);
  const judged = verdicts.map(({ what, figure, target }) => `  ${what}: ${figure}, target ${target}`);
  return [title, ...lines, ...judged].join("\n");
}

/** Such as `0.82 (0.79..0.85)`. */
export function spellSpread({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}..${max.toFixed(digits)})`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
