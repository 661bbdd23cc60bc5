import { phi, unitInterval } from "./scale.ts";

/** ln phi: the width of one golden step on the logarithmic axis. */
export const goldenStep = Math.log(phi);

/**
 * Resonance R: agreement of the growth (or decay) of a sequence's magnitudes with the golden ratio, in [0, 1].
 *
 * With u_i = ln|x_i| / ln phi, every pair (i, i + k) of nonzero entries at a lag k = 1..K, K = min(depth, n - 1), has the
 * growth rate h = (u_(i+k) - u_i) / k and the weight w = 1 / (K (n - k)); all weights sum to 1. With c the weight of these
 * pairs and sigma the sign of their mean rate,
 *
 *     E^2 = (1/c) sum w (sigma h - 1)^2,        R = c / (1 + E^2).
 *
 * R is a resonance line centred on the ratio phi with a half width of one golden step. R = 1 exactly for geometric
 * growth of the magnitudes by phi or 1/phi, 1/2 for constant ones. A zero reduces c by the weight of its pairs; signs
 * do not matter. Fewer than two entries, or no pair without a zero: 0. Accuracy 1e-14, cost O(n depth).
 * Source: the form of the line is the standard (Lorentzian) resonance curve; the measure is defined here.
 */
export function phiResonance(values: ArrayLike<number>, depth: number): number {
  return resonance(growthRates(goldenSteps(values), depth));
}

/**
 * Magnitudes in golden steps, u_i = ln|x_i| / ln phi; -Infinity for zeros.
 * Valid over the whole range of doubles, subnormals included.
 */
export function goldenSteps(values: ArrayLike<number>): Float64Array {
  const steps = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) steps[i] = Math.log(Math.abs(values[i] as number)) / goldenStep;
  return steps;
}

/** Weighted moments of the growth rates h over the pairs of nonzero entries, and the direction of growth. */
export interface GrowthRates {
  /** Sum c of the weights of these pairs, in [0, 1]. */
  readonly coverage: number;
  /** +1 when the weighted sum of rates is not negative, else -1. */
  readonly direction: 1 | -1;
  /** E^2 = (1/c) sum w (direction h - 1)^2; 0 when there is no pair. */
  readonly detuning: number;
}

/**
 * Coverage, direction and squared detuning of a sequence given in golden steps, for lags 1..min(depth, n - 1).
 * The detuning for both directions is summed in the same pass: sum w (h - 1)^2 and sum w (h + 1)^2.
 */
export function growthRates(steps: Float64Array, depth: number): GrowthRates {
  const n = steps.length;
  const lags = Math.min(depth, n - 1);
  let coverage = 0;
  let drift = 0;
  let rising = 0;
  let falling = 0;
  for (let lag = 1; lag <= lags; lag++) {
    let pairs = 0;
    let lagDrift = 0;
    let lagRising = 0;
    let lagFalling = 0;
    for (let i = 0; i + lag < n; i++) {
      const rate = ((steps[i + lag] as number) - (steps[i] as number)) / lag;
      // A zero makes the difference infinite or, against another zero, not a number.
      if (rate - rate !== 0) continue;
      pairs++;
      lagDrift += rate;
      lagRising += (rate - 1) * (rate - 1);
      lagFalling += (rate + 1) * (rate + 1);
    }
    const weight = 1 / (lags * (n - lag));
    coverage += weight * pairs;
    drift += weight * lagDrift;
    rising += weight * lagRising;
    falling += weight * lagFalling;
  }
  if (coverage === 0) return { coverage: 0, direction: 1, detuning: 0 };
  return drift >= 0
    ? { coverage, direction: 1, detuning: rising / coverage }
    : { coverage, direction: -1, detuning: falling / coverage };
}

/** R = c / (1 + E^2) of given growth rates; 0 when no pair is valid. */
export function resonance(rates: GrowthRates): number {
  return unitInterval(rates.coverage / (1 + rates.detuning));
}
