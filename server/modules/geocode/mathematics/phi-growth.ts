import { phi } from "./scale.ts";

/**
 * Extends the sequence by `count` entries, each the sum of the two before it: x_k = x_(k-1) + x_(k-2).
 *
 * A single entry is first followed by phi times itself. Integer Fibonacci sequences continue exactly. The ratio tends
 * to phi from any start except a decay by -1/phi. Requires at least one entry; 7 new entries grow by a factor below 55.
 */
export function extendGolden(values: readonly number[], count: number): number[] {
  const extended = [...values];
  for (let i = 0; i < count; i++) {
    const last = extended.at(-1) as number;
    const before = extended.at(-2);
    extended.push(before === undefined ? phi * last : last + before);
  }
  return extended;
}

/**
 * Refines the sequence by golden sections: every interval between neighbours is cut into F(depth + 2) parts
 * (2 for depth 1, 34 for depth 7), and the values at the cuts are interpolated linearly.
 *
 * The parts follow the word that `depth` rounds of the substitution L -> LS, S -> L produce from L, with lengths
 * L : S = phi : 1; so any two parts of an interval have the ratio 1, phi or 1/phi. The given entries are kept bit for
 * bit, at the multiples of F(depth + 2). A single entry is returned unchanged. Result: (n - 1) F(depth + 2) + 1 entries.
 * Source: M. Baake and U. Grimm, Aperiodic Order I (2013), Fibonacci substitution.
 */
export function refineGolden(values: readonly number[], depth: number): number[] {
  const cuts = goldenCuts(depth);
  const refined: number[] = [];
  for (let i = 0; i + 1 < values.length; i++) {
    const from = values[i] as number;
    const to = values[i + 1] as number;
    refined.push(from);
    for (let cut = 1; cut < cuts.length; cut++) {
      const position = cuts[cut] as number;
      refined.push(from * (1 - position) + to * position);
    }
  }
  refined.push(values.at(-1) as number);
  return refined;
}

/** F(depth + 2), the number of parts that `refineGolden` cuts an interval into. */
export function goldenParts(depth: number): number {
  let [previous, parts] = [1, 1];
  for (let round = 0; round < depth; round++) [previous, parts] = [parts, previous + parts];
  return parts;
}

/** Start positions of the parts of the unit interval: phi^-depth (long parts before + short parts before / phi). */
function goldenCuts(depth: number): number[] {
  let word = "L";
  for (let round = 0; round < depth; round++) {
    word = [...word].map((letter) => (letter === "L" ? "LS" : "L")).join("");
  }
  const unit = phi ** -depth;
  let long = 0;
  let short = 0;
  return [...word].map((letter) => {
    const cut = unit * (long + short / phi);
    if (letter === "L") long++;
    else short++;
    return cut;
  });
}
