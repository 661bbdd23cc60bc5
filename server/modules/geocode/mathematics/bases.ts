import ndarray, { type NdArray } from "ndarray";
import { lengthOf, removeComponents } from "./gram-schmidt.ts";
import { phi } from "./scale.ts";
import { cosineRows } from "./spectrum.ts";

export type TransformationType = "linear" | "harmonic" | "phi" | "jitterbug";

const dimensionMin = 3;
export const dimensionMax = 13;

/**
 * The orthogonal n x n matrix Q_n of a type, n = 3..13, columns ordered coarse to fine: `get(entry, column)`.
 * Orthogonal to 2e-15; built once. Every type gives maps R^m -> R^n by `transition`.
 *
 *  - linear: Gram (discrete Legendre) polynomials, column k of degree k, orthonormal on t_i = 2i - (n-1), last entry
 *    positive. Source: G. Szegő, Orthogonal Polynomials, section 2.8.
 *  - harmonic: DCT-II. Source: Ahmed, Natarajan, Rao (1974); G. Strang, SIAM Review 41 (1999).
 *  - phi: eigenvectors of K_ij = phi^-|i-j|, the Karhunen-Loeve basis of a Markov sequence with correlation 1/phi, by
 *    decreasing eigenvalue; column k changes sign k times, first entry positive. Sources: Kac, Murdock, Szegő (1953);
 *    Ray, Driver, IEEE Trans. Inf. Theory 16 (1970); Gantmacher, Krein, Oscillation Matrices and Kernels.
 *  - jitterbug: products of twists of three coordinates about their diagonal by the angle that turns a triangle of the
 *    cuboctahedron into one of the icosahedron, in alternating sense. Source: R. B. Fuller, Synergetics, section 460.
 */
export function basis(type: TransformationType, dimensions: number): NdArray<Float64Array> {
  return bases[type][dimensions - dimensionMin] as NdArray<Float64Array>;
}

/**
 * The matrix A = Q_n I Q_m^T of the map R^source -> R^target: analyse in the source's basis, keep the min(m, n)
 * coarsest modes, synthesise in the target's. Row-major, target x source. An isometry for target >= source, and the
 * transpose of one otherwise; maps in one direction compose to the direct map. Accuracy 3e-15 per entry. Built on first
 * use and kept.
 */
export function transition(type: TransformationType, source: number, target: number): Float64Array {
  const kept = transitions[type];
  const slot = source * (dimensionMax + 1) + target;
  const known = kept[slot];
  if (known !== undefined) return known;
  const modes = Math.min(source, target);
  const synthesis = basis(type, target).hi(target, modes);
  const analysis = basis(type, source).hi(source, modes);
  const matrix = ndarray(new Float64Array(target * source), [target, source]);
  for (let row = 0; row < target; row++) {
    for (let column = 0; column < source; column++) {
      let sum = 0;
      for (let mode = 0; mode < modes; mode++) sum += synthesis.get(row, mode) * analysis.get(column, mode);
      matrix.set(row, column, sum);
    }
  }
  kept[slot] = matrix.data;
  return matrix.data;
}

const dimensionsAll = Array.from({ length: dimensionMax - dimensionMin + 1 }, (_, step) => dimensionMin + step);

const bases: Readonly<Record<TransformationType, readonly NdArray<Float64Array>[]>> = {
  linear: dimensionsAll.map((n) => fromColumns(gramPolynomials(n))),
  harmonic: dimensionsAll.map((n) => ndarray(cosineRows(n, n), [n, n]).transpose(1, 0)),
  phi: dimensionsAll.map((n) => fromColumns(Array.from({ length: n }, (_, k) => goldenMode(n, k)))),
  jitterbug: jitterbugBases(),
};

const transitions: Readonly<Record<TransformationType, (Float64Array | undefined)[]>> = {
  linear: [],
  harmonic: [],
  phi: [],
  jitterbug: [],
};

function gramPolynomials(n: number): Float64Array[] {
  const points = Float64Array.from({ length: n }, (_, i) => 2 * i - (n - 1));
  const recurrence = (k: number) => k * Math.sqrt((n * n - k * k) / (4 * k * k - 1));
  const columns: Float64Array[] = [new Float64Array(n).fill(1 / Math.sqrt(n))];
  for (let k = 1; k < n; k++) {
    const [previous, beforeThat] = [columns[k - 1], columns[k - 2]];
    const column = points.map((t, i) => {
      const carried = k === 1 ? 0 : recurrence(k - 1) * (beforeThat?.[i] as number);
      return (t * (previous?.[i] as number) - carried) / recurrence(k);
    });
    // The three-term recurrence loses digits at high degrees; two passes restore full orthogonality.
    removeComponents(column, columns);
    removeComponents(column, columns);
    columns.push(unit(column, column[n - 1] as number));
  }
  return columns;
}

/**
 * Column k of the golden basis: cos(w (i - c)) for even k, sin for odd k, c = (n-1)/2, where w solves
 * cos(w (c+1)) = cos(w c) / phi (sin for odd k) and is bracketed by k pi / n and (k+1) pi / (n+1).
 *
 * Because 1/phi^2 = 1 - 1/phi, the inverse of K is tridiagonal with phi at both corners: the Laplacian of a path whose
 * ends are held by springs of stiffness phi^-2. The bounds of the bracket are the modes with free and with fixed ends.
 */
function goldenMode(n: number, k: number): Float64Array {
  const centre = (n - 1) / 2;
  const wave = k % 2 === 0 ? Math.cos : Math.sin;
  const mismatch = (w: number) => wave(w * (centre + 1)) - wave(w * centre) / phi;
  let low = (k * Math.PI) / n;
  let high = ((k + 1) * Math.PI) / (n + 1);
  const signLow = Math.sign(mismatch(low));
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (Math.sign(mismatch(middle)) === signLow) low = middle;
    else high = middle;
  }
  const frequency = (low + high) / 2;
  const column = Float64Array.from({ length: n }, (_, i) => wave(frequency * (i - centre)));
  return unit(column, column[0] as number);
}

/** Q_3 = I; from m to m+1: append a coordinate, then twist the last three, clockwise and counter-clockwise in turn. */
function jitterbugBases(): NdArray<Float64Array>[] {
  let current = ndarray(new Float64Array(9), [3, 3]);
  for (let i = 0; i < 3; i++) current.set(i, i, 1);
  const all = [current];
  for (let m = dimensionMin; m < dimensionMax; m++) {
    const twist = twistRows(m % 2 === 1 ? 1 : -1);
    const next = ndarray(new Float64Array((m + 1) ** 2), [m + 1, m + 1]);
    for (let row = 0; row < m; row++)
      for (let column = 0; column < m; column++) next.set(row, column, current.get(row, column));
    next.set(m, m, 1);
    for (let column = 0; column <= m; column++) {
      const triple = [0, 1, 2].map((i) => next.get(m - 2 + i, column));
      twist.forEach((weights, i) => {
        next.set(
          m - 2 + i,
          column,
          weights.reduce((sum, weight, j) => sum + weight * (triple[j] as number), 0),
        );
      });
    }
    all.push(next);
    current = next;
  }
  return all;
}

/** Rotation about (1, 1, 1) by +-22.2388 degrees: cos = phi^2 / (2 sqrt 2), sin = sqrt 3 / (2 sqrt 2 phi). */
function twistRows(sense: 1 | -1): number[][] {
  const cosine = phi ** 2 / (2 * Math.SQRT2);
  const sine = (sense * Math.sqrt(3)) / (2 * Math.SQRT2 * phi);
  const p = (1 + 2 * cosine) / 3;
  const q = (1 - cosine) / 3 - sine / Math.sqrt(3);
  const r = (1 - cosine) / 3 + sine / Math.sqrt(3);
  return [
    [p, q, r],
    [r, p, q],
    [q, r, p],
  ];
}

function fromColumns(columns: readonly Float64Array[]): NdArray<Float64Array> {
  const n = columns.length;
  const matrix = ndarray(new Float64Array(n * n), [n, n]);
  columns.forEach((column, k) => {
    column.forEach((entry, i) => {
      matrix.set(i, k, entry);
    });
  });
  return matrix;
}

/** The vector scaled to length 1, with the sign that makes the entry `positive` positive. */
function unit(vector: Float64Array, positive: number): Float64Array {
  const size = Math.sign(positive) * lengthOf(vector);
  return vector.map((entry) => entry / size);
}
