import type { Outcome } from "./contest.ts";
import type { Spread } from "./measure.ts";

/** The figures of a contest as lines of text. */
export function describe({ contest, standings }: Outcome): string {
  const title = `${contest.wire}: ${contest.payload.name}`;
  const lines = standings.map(({ name, target, rate, ratio, cpuRatio, serverShare, generatorShare }) => {
    const shares = `server ${percent(serverShare)}, generator ${percent(generatorShare)} of a processor`;
    const compared =
      name === "ours"
        ? ""
        : `  ours / it ${spell(ratio, 2)}${target === undefined ? "" : `, target ${target}`}, by CPU ${spell(cpuRatio, 2)}`;
    return `  ${name.padEnd(22)} ${spell(rate, 0)} /s (${shares})${compared}`;
  });
  return [title, ...lines].join("\n");
}

/** Such as `0.82 (0.79..0.85)`. */
function spell({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}..${max.toFixed(digits)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
