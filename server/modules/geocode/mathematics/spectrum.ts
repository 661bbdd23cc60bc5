import { energyAtScale, kernelShare, powerOfTwoScale, unitInterval } from "./scale.ts";

/**
 * The first `count` rows of the orthonormal DCT-II of a length: row k holds
 * q_k(i) = sqrt((k = 0 ? 1 : 2) / length) cos(pi (2i + 1) k / (2 length)), i = 0..length-1. Row-major, count x length,
 * entries accurate to 2 units in the last place. Requires 1 <= count <= length.
 * Source: Ahmed, Natarajan, Rao, Discrete cosine transform, IEEE Trans. Comput. 23 (1974).
 */
export function cosineRows(length: number, count: number): Float64Array {
  const period = 4 * length;
  const cosines = cosineTable(length);
  const rows = new Float64Array(count * length);
  for (let k = 0; k < count; k++) {
    const factor = rowFactor(length, k);
    for (let i = 0, angle = k; i < length; i++, angle = (angle + 2 * k) % period) {
      rows[k * length + i] = factor * (cosines[angle] as number);
    }
  }
  return rows;
}

/**
 * The `count` lowest DCT-II coefficients a_k = sum_i q_k(i) x_i of a sequence, orthonormal: with count = length the
 * energy is kept. Accuracy 1e-15 sqrt(length) |x|; cost O(count length). The caller scales the values so that sums of
 * products do not overflow. Requires 1 <= count <= length.
 */
export function harmonics(values: ArrayLike<number>, count: number): Float64Array {
  const length = values.length;
  const coefficients = new Float64Array(count);
  const rows = tabulatedRows[length];
  if (rows !== undefined && count * length <= rows.length) {
    for (let k = 0, at = 0; k < count; k++) {
      let sum = 0;
      for (let i = 0; i < length; i++, at++) sum += (rows[at] as number) * (values[i] as number);
      coefficients[k] = sum;
    }
    return coefficients;
  }
  const period = 4 * length;
  const cosines = cosineTable(length);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let i = 0, angle = k; i < length; i++) {
      sum += (cosines[angle] as number) * (values[i] as number);
      angle += 2 * k;
      if (angle >= period) angle -= period;
    }
    coefficients[k] = sum * rowFactor(length, k);
  }
  return coefficients;
}

/**
 * The sequence sum_k a_k q_k(i) of the given length whose lowest DCT-II coefficients are the given ones and whose
 * others are zero: the transpose of `harmonics`, and its inverse when there are `length` coefficients. Same accuracy,
 * cost and requirements.
 */
export function fromHarmonics(coefficients: ArrayLike<number>, length: number): Float64Array {
  const count = coefficients.length;
  const values = new Float64Array(length);
  const rows = tabulatedRows[length];
  if (rows !== undefined && count * length <= rows.length) {
    for (let k = 0, at = 0; k < count; k++) {
      const coefficient = coefficients[k] as number;
      for (let i = 0; i < length; i++, at++) values[i] = (values[i] as number) + coefficient * (rows[at] as number);
    }
    return values;
  }
  const period = 4 * length;
  const cosines = cosineTable(length);
  for (let k = 0; k < count; k++) {
    const coefficient = (coefficients[k] as number) * rowFactor(length, k);
    for (let i = 0, angle = k; i < length; i++) {
      values[i] = (values[i] as number) + coefficient * (cosines[angle] as number);
      angle += 2 * k;
      if (angle >= period) angle -= period;
    }
  }
  return values;
}

/** A resampled sequence, and the share of its energy that was kept. */
export interface Resampled {
  readonly values: Float64Array;
  /** |A x|^2 / |x|^2 in [0, 1]: 1 for an equal or larger length and for x = 0. */
  readonly share: number;
}

/**
 * A x for the harmonic map A between any two lengths: analyse, keep the min(length, target) lowest harmonics,
 * synthesise. An isometry to larger lengths; to smaller ones an orthogonal projection followed by an isometry. If the
 * result is rounding noise (|A x| <= 2^-44 |x|), values and share are zero. Equal lengths: a copy. Cost
 * O((m + n) min(m, n)).
 */
export function resample(values: Float64Array, target: number): Resampled {
  if (target === values.length) return { values: values.slice(), share: 1 };
  const kept = harmonics(values, Math.min(values.length, target));
  if (target > values.length) return { values: fromHarmonics(kept, target), share: 1 };
  const scale = powerOfTwoScale(values);
  const energy = energyAtScale(values, scale);
  const share = energy === 0 ? 1 : unitInterval(energyAtScale(kept, scale) / energy);
  if (share <= kernelShare * kernelShare) return { values: new Float64Array(target), share: 0 };
  return { values: fromHarmonics(kept, target), share };
}

/**
 * Normalised spectral entropy H / ln n in [0, 1], H = -sum p_k ln p_k, p_k = share of DCT-II coefficient k in the energy:
 * 1 when all harmonics have the same energy, 0 for a single one and for the zero vector. Does not depend on scale.
 * Accuracy 1e-14. Requires n >= 2 and values scaled by the caller so that squares neither overflow nor underflow.
 */
export function harmonicBalance(values: ArrayLike<number>): number {
  const length = values.length;
  const coefficients = harmonics(values, length);
  let energy = 0;
  for (let k = 0; k < length; k++) energy += (coefficients[k] as number) ** 2;
  if (energy === 0) return 0;
  let entropy = 0;
  for (let k = 0; k < length; k++) {
    const share = (coefficients[k] as number) ** 2 / energy;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return unitInterval(entropy / Math.log(length));
}

function rowFactor(length: number, k: number): number {
  return Math.sqrt((k === 0 ? 1 : 2) / length);
}

/** cos(pi j / (2 length)) for one whole period, j = 0..4 length - 1. */
function cosineTable(length: number): Float64Array {
  const table = new Float64Array(4 * length);
  for (let j = 0; j < length; j++) {
    // The sine of the complement keeps the relative accuracy near the zero of the cosine.
    const quarter = Math.PI / (2 * length);
    const cosine = 2 * j <= length ? Math.cos(j * quarter) : Math.sin((length - j) * quarter);
    table[j] = cosine;
    table[2 * length - j] = -cosine;
    table[2 * length + j] = -cosine;
    if (j > 0) table[4 * length - j] = cosine;
  }
  return table;
}

/** Largest length, and largest number of harmonics, with tabulated rows; covers every solid and every dimension. */
const tabulatedLengthMax = 128;
const tabulatedCount = 20;
/** Cosine rows by length, 1.3 MB in all. */
const tabulatedRows: readonly (Float64Array | undefined)[] = Array.from(
  { length: tabulatedLengthMax + 1 },
  (_, length) => (length === 0 ? undefined : cosineRows(length, Math.min(length, tabulatedCount))),
);
