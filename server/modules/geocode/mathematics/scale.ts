/** The golden ratio (1 + sqrt 5) / 2. */
export const phi = (1 + Math.sqrt(5)) / 2;

/** Largest legal magnitude of an input number; it keeps every result finite. */
export const magnitudeMax = 1e300;

/** If a linear map keeps at most this share of a vector's length, the result is rounding noise and counts as zero. */
export const kernelShare = 2 ** -44;

/**
 * The power of two s with max|x_i| / s in [1, 2); 1 for the zero vector and for no numbers at all.
 *
 * Dividing by s is exact (but for numbers under 2^-1022 times the largest), so sums of squares of the quotients neither
 * overflow nor underflow, and every operation built on it is exactly homogeneous for powers of two.
 * Source: J. Blue, A portable Fortran program to find the Euclidean norm, ACM TOMS 4 (1978).
 */
export function powerOfTwoScale(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i] as number);
    if (magnitude > largest) largest = magnitude;
  }
  return largest === 0 ? 1 : powerOfTwoBelow(largest);
}

/** Euclidean norm sqrt(sum x_i^2) of finite numbers, without intermediate overflow or underflow. */
export function norm(values: ArrayLike<number>): number {
  const scale = powerOfTwoScale(values);
  return scale * Math.sqrt(energyAtScale(values, scale));
}

/** Sum of (x_i / scale)^2. With `powerOfTwoScale` of the same values it lies in [1, 4n], or is 0 for the zero vector. */
export function energyAtScale(values: ArrayLike<number>, scale: number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const value = (values[i] as number) / scale;
    sum += value * value;
  }
  return sum;
}

/** The values divided by a power of two; -0 becomes 0. */
export function atScale(values: ArrayLike<number>, scale: number): Float64Array {
  const scaled = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) scaled[i] = (values[i] as number) / scale + 0;
  return scaled;
}

/** The value forced into [0, 1]; metrics leave it only by rounding (1e-15). */
export function unitInterval(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

/** Largest power of two that does not exceed a positive number. */
function powerOfTwoBelow(positive: number): number {
  // The logarithm is rounded, so the power may be off by one.
  const power = 2 ** Math.min(Math.floor(Math.log2(positive)), 1023);
  if (power > positive) return power / 2;
  return power * 2 <= positive ? power * 2 : power;
}
