import { solveBanded } from "./banded-cholesky.ts";

/**
 * Difference v = p - u, in golden steps, between a sequence u and the golden sequence p that its optimisation
 * approaches.
 *
 * `steps` are the magnitudes u in golden steps (-Infinity for zeros), `direction` is sigma. Nonzero entries whose gaps are at
 * most `lags` form a component. For each component p is a line of slope sigma of its own:
 *  - if it contains no end of the sequence that is kept: p_i = a + sigma i with a the mean of u_i - sigma i (least
 *    squares; the geometric mean of the magnitudes stays);
 *  - if it contains one kept end: the line through that end;
 *  - if it contains both kept ends: instead of a line, the p of least detuning E with these ends, by normal equations
 *    of band width `lags`.
 * Zeros and kept ends have v = 0 exactly. Accuracy 1e-12 of the largest |u|; cost O(n lags^2).
 */
export function goldenTarget(
  steps: Float64Array,
  lags: number,
  direction: 1 | -1,
  preserveEndpoints: boolean,
): Float64Array {
  const shift = new Float64Array(steps.length);
  const last = steps.length - 1;
  for (const component of components(steps, lags)) {
    const keepsFirst = preserveEndpoints && component[0] === 0;
    const keepsLast = preserveEndpoints && component.at(-1) === last;
    if (keepsFirst && keepsLast) {
      aimBetweenEnds(steps, component, lags, direction, shift);
    } else {
      const through = keepsFirst ? 0 : keepsLast ? last : undefined;
      aimAtLine(steps, component, direction, through, shift);
    }
  }
  return shift;
}

/** Ascending indices of nonzero entries, split where the gap between neighbours exceeds `lags`. */
function components(steps: Float64Array, lags: number): number[][] {
  const found: number[][] = [];
  let current: number[] = [];
  for (let i = 0; i < steps.length; i++) {
    if (steps[i] === Number.NEGATIVE_INFINITY) continue;
    const before = current.at(-1);
    if (before === undefined || i - before > lags) {
      current = [];
      found.push(current);
    }
    current.push(i);
  }
  return found;
}

function aimAtLine(
  steps: Float64Array,
  component: readonly number[],
  direction: number,
  through: number | undefined,
  shift: Float64Array,
): void {
  let sum = 0;
  for (const i of component) sum += (steps[i] as number) - direction * i;
  const origin = through === undefined ? sum / component.length : (steps[through] as number) - direction * through;
  for (const i of component) {
    if (i !== through) shift[i] = origin + direction * i - (steps[i] as number);
  }
}

/**
 * In terms of q = sigma p - i, E^2 is a weighted sum of (q_j - q_i)^2 / k^2 over the pairs at lag k, so its minimiser
 * with given ends is harmonic on the graph of the pairs. The equations are solved for z, the difference between q and
 * the straight line between the ends: without zeros the graph is nearly uniform and z is small, so a long sequence
 * loses no digits.
 */
function aimBetweenEnds(
  steps: Float64Array,
  component: readonly number[],
  lags: number,
  direction: number,
  shift: Float64Array,
): void {
  const last = steps.length - 1;
  const first = direction * (steps[0] as number);
  const slope = (direction * (steps[last] as number) - last - first) / last;
  const departure = harmonicDeparture(component, lags, slope);
  for (let inner = 0; inner < departure.length; inner++) {
    const i = component[inner + 1] as number;
    const aim = first + slope * i + (departure[inner] as number) + i;
    shift[i] = direction * aim - (steps[i] as number);
  }
}

/** z at the inner entries of a component that spans the whole sequence. */
function harmonicDeparture(component: readonly number[], lags: number, slope: number): Float64Array {
  const inner = component.length - 2;
  const length = (component.at(-1) as number) + 1;
  const band = new Float64Array(Math.max(0, inner) * (lags + 1));
  const rightSide = new Float64Array(Math.max(0, inner));
  for (let a = 0; a < component.length; a++) {
    const i = component[a] as number;
    for (let b = a + 1; b < component.length; b++) {
      const lag = (component[b] as number) - i;
      if (lag > lags) break;
      const weight = 1 / (lag * lag * (length - lag));
      couple(a - 1, b - 1, inner, weight, slope * lag, lags, band, rightSide);
    }
  }
  return solveBanded(band, lags, rightSide);
}

/** Adds weight (z_b - z_a + rise)^2 / 2 to the normal equations; an index outside 0..inner-1 is an end, where z = 0. */
function couple(
  a: number,
  b: number,
  inner: number,
  weight: number,
  rise: number,
  lags: number,
  band: Float64Array,
  rightSide: Float64Array,
): void {
  const stride = lags + 1;
  if (a >= 0) {
    band[a * stride] = (band[a * stride] as number) + weight;
    rightSide[a] = (rightSide[a] as number) + weight * rise;
  }
  if (b < inner) {
    band[b * stride] = (band[b * stride] as number) + weight;
    rightSide[b] = (rightSide[b] as number) - weight * rise;
  }
  if (a >= 0 && b < inner) band[b * stride + b - a] = -weight;
}
