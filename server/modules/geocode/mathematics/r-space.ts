import { Fault } from "../../../core/fault.ts";
import { requireFiniteResult, requireLegalNumbers, requireLength } from "./legal-numbers.ts";
import { orbitSum, type PrimeSpace, type PrimeSpaceName, primeSpaces } from "./prime-space.ts";
import { compareInPrimeSpace } from "./prime-space-metrics.ts";
import { atScale, energyAtScale, powerOfTwoScale } from "./scale.ts";

export type RSpaceOperation = "project" | "rotate" | "invert" | "harmonize";

/** Parameters of all operations; those of other operations than the chosen one are ignored. */
export interface RSpaceParameters {
  /** project: highest frequency kept, an integer 0..(p-1)/2; all when absent. */
  readonly harmonics?: number | undefined;
  /** rotate: radians, 2 pi / p when absent. */
  readonly rotationAngle?: number | undefined;
  /** rotate: two different coordinates 0..p-1, [0, 1] when absent. */
  readonly rotationPlane?: readonly number[] | undefined;
  /** rotate: whether the result is divided by its norm, false when absent. */
  readonly normalize?: boolean | undefined;
  /** harmonize: 0..1, 1 when absent. */
  readonly strength?: number | undefined;
}

export interface RSpaceRequest {
  readonly data: readonly number[];
  readonly rSpace: PrimeSpaceName;
  readonly operation: RSpaceOperation;
  readonly parameters: RSpaceParameters;
}

export interface RSpaceResult {
  /** p ceil(n/p) numbers. */
  readonly transformedData: number[];
  readonly rSpaceMetrics: {
    readonly space: PrimeSpaceName;
    readonly operation: RSpaceOperation;
    /** Each in [0, 1]; 1 means kept. */
    readonly preservation: { readonly magnitude: number; readonly energy: number; readonly phase: number };
    /** Share of the result's energy that is constant along the decimal cycles of p, in [0, 1]. */
    readonly primeResonance: number;
  };
}

/** Largest number of numbers in a request; a policy limit. */
export const rSpaceLengthMax = 100_000;

/**
 * One of four linear maps on sequences read as points of R^p, p = 7, 11 or 13.
 *
 * The data are cut into blocks of p, the last one filled up with zeros; index k of a block stands for the residue class
 * k mod p, and the operation acts on each block:
 *  - project: y_j = p^-1/2 sum_k x_k cas(2 pi j k / p) with cas = cos + sin (the orthonormal Hartley transform, an
 *    isometry and its own inverse); y_j = 0 where min(j, p - j) > harmonics;
 *  - rotate: by the angle in one coordinate plane [i, j]: y_i = cos a x_i - sin a x_j, y_j = sin a x_i + cos a x_j;
 *    `normalize` then divides the whole result by its norm (a zero result stays zero);
 *  - invert: y at k^-1 mod p is x_k, y_0 = x_0: a permutation, exact, its own inverse;
 *  - harmonize: (1 - strength) x + strength P x, where P averages over each cycle of k -> 10 k mod p.
 *
 * Metrics, with x the padded input and y the result: `magnitude` = min(|x|, |y|) / max(|x|, |y|) (0 and 0: 1), `energy` its
 * square; `phase` = (1 + S) / 2, S = sum Re(conj X_f Y_f) / sum |X_f| |Y_f| over the Fourier coefficients of all blocks (1
 * all phases kept, 1/2 unrelated or no common frequency, 0 reversed; both zero: 1); `primeResonance` = |P y|^2 / |y|^2
 * (zero: 0).
 *
 * Accuracy 1e-15 relative to the largest number; entries below 1e-308 of it may be lost, except by invert.
 *
 * Preconditions: valid enumeration values, parameters of their types, strength in [0, 1], harmonics >= 0.
 * Faults: PARAMETER_INVALID for `parameters.harmonics`, `parameters.rotation_angle`, `parameters.rotation_plane` of the
 * chosen operation, for `data` empty or too long, for `data[i]` not finite or above 1e300 in magnitude.
 * Sources: R. Bracewell, Discrete Hartley transform, JOSA 73 (1983); Hardy and Wright, Theory of Numbers, chapter 9.
 */
export function rSpace(request: RSpaceRequest): RSpaceResult {
  const space = primeSpaces[request.rSpace];
  const parameters = settle(request.operation, request.parameters, space.p);
  requireLength(request.data, "data", rSpaceLengthMax);
  requireLegalNumbers(request.data, "data");

  const source = padded(request.data, space.p);
  const result = apply(request.operation, source, space, parameters);
  requireFiniteResult(result);
  return {
    transformedData: Array.from(result),
    rSpaceMetrics: { space: space.name, operation: request.operation, ...compareInPrimeSpace(source, result, space) },
  };
}

type Settled = {
  harmonics: number;
  angle: number;
  plane: readonly [number, number];
  normalize: boolean;
  strength: number;
};

/** Applies the defaults and the checks that depend on p; reads only the parameters of the chosen operation. */
function settle(operation: RSpaceOperation, parameters: RSpaceParameters, p: number): Settled {
  const harmonicsMax = (p - 1) / 2;
  const settled: Settled = {
    harmonics: harmonicsMax,
    angle: (2 * Math.PI) / p,
    plane: [0, 1],
    normalize: parameters.normalize ?? false,
    strength: parameters.strength ?? 1,
  };
  if (operation === "project" && parameters.harmonics !== undefined) {
    settled.harmonics = requireHarmonics(parameters.harmonics, harmonicsMax);
  }
  if (operation === "rotate") {
    if (parameters.rotationAngle !== undefined) settled.angle = requireAngle(parameters.rotationAngle);
    if (parameters.rotationPlane !== undefined) settled.plane = requirePlane(parameters.rotationPlane, p);
  }
  return settled;
}

function requireHarmonics(harmonics: number, harmonicsMax: number): number {
  if (Number.isInteger(harmonics) && harmonics >= 0 && harmonics <= harmonicsMax) return harmonics;
  throw new Fault("PARAMETER_INVALID", `parameters.harmonics must be an integer from 0 to ${harmonicsMax}.`, {
    parameter: "parameters.harmonics",
    provided: harmonics,
    validRange: [0, harmonicsMax],
  });
}

function requireAngle(angle: number): number {
  if (Number.isFinite(angle)) return angle;
  throw new Fault("PARAMETER_INVALID", "parameters.rotation_angle must be a finite number of radians.", {
    parameter: "parameters.rotation_angle",
    provided: angle,
  });
}

function requirePlane(plane: readonly number[], p: number): readonly [number, number] {
  const [i, j] = plane;
  const legal = (index: number | undefined) => Number.isInteger(index) && Number(index) >= 0 && Number(index) < p;
  if (plane.length === 2 && legal(i) && legal(j) && i !== j) return [i as number, j as number];
  throw new Fault(
    "PARAMETER_INVALID",
    `parameters.rotation_plane must name two different coordinates, integers from 0 to ${p - 1}.`,
    { parameter: "parameters.rotation_plane", provided: plane, validRange: [0, p - 1] },
  );
}

function padded(data: readonly number[], p: number): Float64Array {
  const source = new Float64Array(p * Math.ceil(data.length / p));
  // Adding 0 turns -0 into 0.
  for (let i = 0; i < data.length; i++) source[i] = (data[i] as number) + 0;
  return source;
}

function apply(operation: RSpaceOperation, source: Float64Array, space: PrimeSpace, settled: Settled): Float64Array {
  // A permutation needs no scaling, and without it is exact for every number.
  if (operation === "invert") return inverted(source, space);
  const scale = powerOfTwoScale(source);
  const result = atScale(source, scale);
  let unit = scale;
  if (operation === "project") {
    project(result, space, settled.harmonics);
  } else if (operation === "rotate") {
    rotate(result, space.p, settled.plane, settled.angle);
    const length = Math.sqrt(energyAtScale(result, 1));
    if (settled.normalize && length > 0) unit = 1 / length;
  } else {
    harmonize(result, space, settled.strength);
  }
  for (let i = 0; i < result.length; i++) result[i] = (result[i] as number) * unit;
  return result;
}

function inverted(source: Float64Array, { p, reciprocal }: PrimeSpace): Float64Array {
  const result = new Float64Array(source.length);
  for (let block = 0; block < source.length; block += p) {
    for (let k = 0; k < p; k++) result[block + (reciprocal[k] as number)] = source[block + k] as number;
  }
  return result;
}

/** In place. */
function project(values: Float64Array, { p, hartley }: PrimeSpace, harmonics: number): void {
  const point = new Float64Array(p);
  for (let block = 0; block < values.length; block += p) {
    for (let k = 0; k < p; k++) point[k] = values[block + k] as number;
    for (let j = 0; j < p; j++) {
      let sum = 0;
      if (Math.min(j, p - j) <= harmonics) {
        for (let k = 0; k < p; k++) sum += (hartley[j * p + k] as number) * (point[k] as number);
      }
      values[block + j] = sum;
    }
  }
}

/** In place. */
function rotate(values: Float64Array, p: number, [i, j]: readonly [number, number], angle: number): void {
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  for (let block = 0; block < values.length; block += p) {
    const first = values[block + i] as number;
    const second = values[block + j] as number;
    values[block + i] = cosine * first - sine * second;
    values[block + j] = sine * first + cosine * second;
  }
}

/** In place. The two weights, rather than x + strength (P x - x), make strength 1 give P x exactly. */
function harmonize(values: Float64Array, { p, orbits }: PrimeSpace, strength: number): void {
  for (let block = 0; block < values.length; block += p) {
    for (const orbit of orbits) {
      const mean = orbitSum(values, block, orbit) / orbit.length;
      for (const k of orbit) values[block + k] = (1 - strength) * (values[block + k] as number) + strength * mean;
    }
  }
}
