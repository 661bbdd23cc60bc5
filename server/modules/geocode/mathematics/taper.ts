import { phi } from "./scale.ts";

export type Optimization = "phi" | "pi" | "sqrt2" | "sqrt3" | "e";

/**
 * The weights s_i = c^(((d-1)/2 - i) / d), i = 0..d-1, for the constant c of an optimization.
 *
 * Leading dimensions have larger weights. All weights lie within a factor of c (at most pi), so dividing by them loses
 * no digits; their geometric mean is 1, so volumes are kept. Accuracy 1e-15. The array is shared and read-only.
 */
export function taper(optimization: Optimization, length: number): Float64Array {
  if (length > keptLengthMax) return profile(optimization, length);
  const kept = keptProfiles[optimization];
  let values = kept[length];
  if (values === undefined) {
    values = profile(optimization, length);
    kept[length] = values;
  }
  return values;
}

const constants: Readonly<Record<Optimization, number>> = {
  phi,
  pi: Math.PI,
  sqrt2: Math.SQRT2,
  sqrt3: Math.sqrt(3),
  e: Math.E,
};

const keptLengthMax = 128;
const keptProfiles: Readonly<Record<Optimization, (Float64Array | undefined)[]>> = {
  phi: [],
  pi: [],
  sqrt2: [],
  sqrt3: [],
  e: [],
};

function profile(optimization: Optimization, length: number): Float64Array {
  const constant = constants[optimization];
  const values = new Float64Array(length);
  for (let i = 0; i < length; i++) values[i] = constant ** (((length - 1) / 2 - i) / length);
  return values;
}
