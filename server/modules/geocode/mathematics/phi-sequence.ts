import { type GrowthRates, goldenSteps, growthRates, resonance } from "./resonance.ts";
import { phi, unitInterval } from "./scale.ts";

/** Three measures of golden growth, each in [0, 1] and independent of scale. */
export interface SequenceAnalysis {
  readonly fibonacciAlignment: number;
  readonly goldenAngleCoherence: number;
  readonly phiRatioConsistency: number;
}

/** `locations`: first indices of the steps of the pattern; `center`: index of the spiral's centre. */
export type PhiPattern =
  | { readonly type: "ratio"; readonly strength: number; readonly locations: number[] }
  | { readonly type: "spiral"; readonly strength: number; readonly center: number };

export interface PhiSequence {
  readonly resonance: number;
  readonly sequenceAnalysis: SequenceAnalysis;
  readonly phiPatterns: PhiPattern[];
}

/**
 * Resonance, sequence analysis and patterns of a sequence; `depth` is the number of lags of the resonance, whose direction
 * sigma the rest follows. h_i is the growth rate of step i, from entry i to i + 1, in golden steps: ln|x_(i+1)/x_i| / ln phi.
 *
 *  - `fibonacciAlignment`: mean of 1 - |z - y - x| / (|x| + |y| + |z|) over the consecutive triples (x, y, z), read backwards
 *    when sigma = -1; a triple of zeros counts 0. It is 1 iff every entry is the sum of the two before it, signs included.
 *  - `goldenAngleCoherence`: max(0, mean of cos(gamma (sigma h_i - 1))), gamma = 2 pi (1 - 1/phi): each entry is placed on the
 *    logarithmic spiral that turns by one golden angle per golden step, and this is the mean resultant of the turns along
 *    the expected one. A step with a zero counts 0.
 *  - `phiRatioConsistency`: share of the steps whose nearest integer power of phi is phi^sigma: |sigma h_i - 1| < 1/2.
 *  - pattern `ratio`: these steps, strength = mean of 1 / (1 + (sigma h_i - 1)^2) over them; absent if there are none.
 *  - pattern `spiral`: centred on the first smallest nonzero magnitude; strength c' / (1 + E'^2), with c' the share of steps
 *    without a zero and E'^2 the mean over them of (e_i h_i - 1)^2, e_i = -1 before the centre and +1 from it on. Present
 *    iff the strength is above 1/2, which is that of a constant sequence.
 *
 * Fewer than two entries (three for the alignment): zeros and no patterns. Accuracy 1e-13. Cost O(n depth).
 * Sources: H. Vogel, A better way to construct the sunflower head, Math. Biosci. 44 (1979); R. Jean, Phyllotaxis (1994);
 * K. Mardia and P. Jupp, Directional Statistics (2000); the measures themselves are defined here.
 */
export function analyzeSequence(values: readonly number[], depth: number): PhiSequence {
  const steps = goldenSteps(values);
  const rates = growthRates(steps, depth);
  const { analysis, ratio } = stepAnalysis(steps, rates);
  const spiral = spiralPattern(steps);
  return {
    resonance: resonance(rates),
    sequenceAnalysis: { fibonacciAlignment: fibonacciAlignment(values, rates), ...analysis },
    phiPatterns: [...(ratio === undefined ? [] : [ratio]), ...(spiral === undefined ? [] : [spiral])],
  };
}

const goldenAngle = 2 * Math.PI * (1 - 1 / phi);

function fibonacciAlignment(values: readonly number[], { direction }: GrowthRates): number {
  const triples = values.length - 2;
  if (triples < 1) return 0;
  let sum = 0;
  for (let i = 0; i < triples; i++) {
    // Legal numbers cannot overflow here, so they need no scaling; integers stay exact.
    const x = values[direction > 0 ? i : i + 2] as number;
    const y = values[i + 1] as number;
    const z = values[direction > 0 ? i + 2 : i] as number;
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    if (size > 0) sum += 1 - Math.abs(z - y - x) / size;
  }
  return unitInterval(sum / triples);
}

function stepAnalysis(steps: Float64Array, { direction }: GrowthRates) {
  const count = steps.length - 1;
  const locations: number[] = [];
  let cosines = 0;
  let lines = 0;
  for (let i = 0; i < count; i++) {
    const excess = direction * ((steps[i + 1] as number) - (steps[i] as number)) - 1;
    // Not finite where an entry is zero.
    if (excess - excess !== 0) continue;
    cosines += Math.cos(goldenAngle * excess);
    if (Math.abs(excess) < 1 / 2) {
      locations.push(i);
      lines += 1 / (1 + excess * excess);
    }
  }
  const analysis = {
    goldenAngleCoherence: count < 1 ? 0 : unitInterval(cosines / count),
    phiRatioConsistency: count < 1 ? 0 : locations.length / count,
  };
  if (locations.length === 0) return { analysis, ratio: undefined };
  return { analysis, ratio: { type: "ratio", strength: unitInterval(lines / locations.length), locations } as const };
}

function spiralPattern(steps: Float64Array) {
  const center = eye(steps);
  let valid = 0;
  let squares = 0;
  for (let i = 0; i + 1 < steps.length; i++) {
    const rate = (steps[i + 1] as number) - (steps[i] as number);
    if (rate - rate !== 0) continue;
    const excess = (i < center ? -rate : rate) - 1;
    valid++;
    squares += excess * excess;
  }
  if (valid === 0) return undefined;
  const strength = unitInterval(valid / (steps.length - 1) / (1 + squares / valid));
  return strength > 1 / 2 ? ({ type: "spiral", strength, center } as const) : undefined;
}

/** First index of the smallest magnitude that is not zero; 0 if there is none. */
function eye(steps: Float64Array): number {
  let center = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as number;
    if (step < least && step !== Number.NEGATIVE_INFINITY) {
      least = step;
      center = i;
    }
  }
  return center;
}
