import { goldenTarget } from "./golden-target.ts";
import { goldenStep, goldenSteps, growthRates, phiResonance, resonance } from "./resonance.ts";

export interface PhiOptimum {
  readonly values: number[];
  /** Resonance of these values. */
  readonly resonance: number;
  /** Step t towards the golden target, 0 (unchanged) to 1 (the golden target itself). */
  readonly share: number;
  /** Whether the range of legal numbers stopped the change before the target resonance was reached. */
  readonly capped: boolean;
  /** Rate norm of the change: the weighted rms change of all growth rates, in golden steps. */
  readonly change: number;
}

/**
 * Raises the resonance of a sequence to `target` in [0, 1] by the smallest change of magnitudes.
 *
 * Signs and zeros are kept; with `preserveEndpoints` the first and the last entry are kept bit for bit. The distance of
 * two sequences is the rate norm |v|_D = sqrt((1/c) sum w ((v_(i+k) - v_i) / k)^2) of their difference v in golden
 * steps. In this norm the detuning E is the distance to the golden sequences of the same direction; so the smallest
 * change moves straight towards the nearest of them (with both ends kept: the nearest with these ends), u(t) = u + t v,
 * and stops where E^2 has fallen to c/target - 1: a quadratic equation in t.
 *
 * Zeros (R <= c), kept endpoints or the range of magnitudes [1e-300, 1e300] may make the target unreachable; the result
 * is then as near as possible, and never below the resonance of the data. Data that already have the target resonance,
 * and single entries, are returned bit for bit. Accuracy 1e-12; cost O(n depth^2).
 * Source: projection onto a ball in a Hilbert space; its use here is our own.
 */
export function optimizeResonance(
  data: readonly number[],
  depth: number,
  target: number,
  preserveEndpoints: boolean,
): PhiOptimum {
  const steps = goldenSteps(data);
  const rates = growthRates(steps, depth);
  const start = resonance(rates);
  const unchanged = { values: [...data], resonance: start, share: 0, capped: false, change: 0 };
  if (target <= start || rates.coverage === 0) return unchanged;

  const lags = Math.min(depth, data.length - 1);
  const shift = goldenTarget(steps, lags, rates.direction, preserveEndpoints);
  const moments = pairMoments(steps, shift, lags, rates.direction);
  const least = 1 - shareWithinRange(steps, shift);
  let rest = Math.max(least, restAtDetuning(moments, rates.coverage / target - 1));
  let values = moved(data, shift, 1 - rest);
  let reached = phiResonance(values, depth);
  // Rounding may leave the result slightly below the target: continue in growing steps, the last one to t = 1.
  for (let power = -45; reached < target && rest > least && power <= 0; power++) {
    rest = Math.max(least, rest * (1 - 2 ** power));
    values = moved(data, shift, 1 - rest);
    reached = phiResonance(values, depth);
  }
  if (reached < start) return unchanged;
  const share = 1 - rest;
  return {
    values,
    resonance: reached,
    share,
    capped: rest === least && least > 0,
    change: share * Math.sqrt(moments.shift),
  };
}

/** Weighted means over the pairs of nonzero entries: of e^2, e d and d^2. */
interface PairMoments {
  /** Squared detuning at the golden target. */
  readonly target: number;
  readonly mixed: number;
  /** Squared rate norm of the shift. */
  readonly shift: number;
}

/** With e = sigma h(u + v) - 1 and d = sigma h(v), the detuning at u + t v is e - (1 - t) d for each pair. */
function pairMoments(steps: Float64Array, shift: Float64Array, lags: number, direction: number): PairMoments {
  const n = steps.length;
  let coverage = 0;
  let target = 0;
  let mixed = 0;
  let square = 0;
  for (let lag = 1; lag <= lags; lag++) {
    const weight = 1 / (lags * (n - lag));
    for (let i = 0; i + lag < n; i++) {
      const rate = direction * ((steps[i + lag] as number) - (steps[i] as number));
      if (rate - rate !== 0) continue;
      const d = (direction * ((shift[i + lag] as number) - (shift[i] as number))) / lag;
      const e = rate / lag + d - 1;
      coverage += weight;
      target += weight * e * e;
      mixed += weight * e * d;
      square += weight * d * d;
    }
  }
  return { target: target / coverage, mixed: mixed / coverage, shift: square / coverage };
}

/** The largest r = 1 - t in [0, 1] at which E^2 = P - 2 r X + r^2 C equals the wanted value; 0 if there is none. */
function restAtDetuning(moments: PairMoments, wanted: number): number {
  const { target, mixed, shift } = moments;
  const discriminant = mixed * mixed + shift * (wanted - target);
  if (!(discriminant >= 0) || shift === 0) return 0;
  return Math.min(1, Math.max(0, (mixed + Math.sqrt(discriminant)) / shift));
}

/** 1e300 in golden steps, reduced by a margin for rounding. */
const reach = ((300 * Math.LN10) / goldenStep) * (1 - 1e-12);

/** The largest t in [0, 1] that moves no magnitude out of [1e-300, 1e300], or further out if it is already outside. */
function shareWithinRange(steps: Float64Array, shift: Float64Array): number {
  let share = 1;
  for (let i = 0; i < steps.length; i++) {
    const v = shift[i] as number;
    if (v !== 0) share = Math.min(share, ((v > 0 ? reach : -reach) - (steps[i] as number)) / v);
  }
  return Math.max(0, share);
}

function moved(data: readonly number[], shift: Float64Array, share: number): number[] {
  const values = [...data];
  for (let i = 0; i < values.length; i++) {
    const v = shift[i] as number;
    if (v === 0) continue;
    // In three parts, since one factor from the smallest double to 1e300 would overflow.
    const factor = Math.exp((share * v * goldenStep) / 3);
    values[i] = (values[i] as number) * factor * factor * factor;
  }
  return values;
}
