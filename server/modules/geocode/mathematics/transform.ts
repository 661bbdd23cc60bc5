import { Fault } from "../../../core/fault.ts";
import { basis, dimensionMax, type TransformationType, transition } from "./bases.ts";
import { requireFiniteResult, requireLegalNumbers } from "./legal-numbers.ts";
import { type Precision, significant, significantAll } from "./precision.ts";
import { phiResonance } from "./resonance.ts";
import { kernelShare, norm, powerOfTwoScale, unitInterval } from "./scale.ts";
import { harmonicBalance } from "./spectrum.ts";

export interface TransformRequest {
  readonly data: ArrayLike<number>;
  /** 3..13, as many as `data` has numbers. */
  readonly sourceDimensions: number;
  /** 3..13. */
  readonly targetDimensions: number;
  readonly transformationType: TransformationType;
  readonly preserveMagnitude: boolean;
  readonly precision: Precision;
}

export interface TransformResult {
  readonly transformedData: number[];
  readonly sourceDimensions: number;
  readonly targetDimensions: number;
  readonly transformationType: TransformationType;
  readonly magnitude: { readonly original: number; readonly transformed: number };
  readonly metrics: {
    readonly phiResonance: number;
    readonly harmonicBalance: number;
    readonly dimensionalCoherence: number;
  };
}

/**
 * Maps a vector x in R^m to y = A x in R^n with A = Q_n I Q_m^T (see `transition`), 3 <= m, n <= 13.
 *
 * For n > m the map is an isometry, and the map back to m restores x; for n < m the coarsest n modes are kept. With
 * `preserveMagnitude` y is then scaled to |y| = |x|. m = n returns the data bit for bit, and scaling x by a power of
 * two scales y by it bit for bit. Accuracy 1e-14 |x|.
 *
 * Metrics: dimensionalCoherence = |A x|^2 / |x|^2 before scaling, the share of energy that the change of dimension
 * kept; harmonicBalance = normalised spectral entropy of y; phiResonance of y at depth 3. All in [0, 1].
 *
 * Degenerate: x = 0 gives 0, coherence 1. When the map sends x != 0 to zero (|A x| <= 2^-44 |x|) the coherence is 0 and y
 * is the target's coarsest mode, column 0 of Q_n, at magnitude |x|, or 0 without `preserveMagnitude`.
 *
 * Preconditions: every field present, of its type, dimensions in 3..13.
 * Faults: VECTOR_DIMENSION_MISMATCH `data` when its length is not `sourceDimensions`; PARAMETER_INVALID `data[i]` for a
 * number that is not finite or beyond 1e300. Numbers of the result are rounded to `precision` last.
 */
export function transform(request: TransformRequest): TransformResult {
  const { data, sourceDimensions, targetDimensions, transformationType, precision } = request;
  if (data.length !== sourceDimensions) {
    throw new Fault(
      "VECTOR_DIMENSION_MISMATCH",
      `data has ${data.length} numbers, but source_dimensions is ${sourceDimensions}.`,
      { parameter: "data", provided: data },
    );
  }
  requireLegalNumbers(data, "data");

  const mapped = map(request);
  const result: TransformResult = {
    transformedData: significantAll(mapped.values, precision),
    sourceDimensions,
    targetDimensions,
    transformationType,
    magnitude: {
      original: significant(norm(data), precision),
      transformed: significant(norm(mapped.values), precision),
    },
    metrics: {
      phiResonance: significant(phiResonance(mapped.values, 3), precision),
      harmonicBalance: significant(mapped.balance, precision),
      dimensionalCoherence: significant(mapped.coherence, precision),
    },
  };
  requireFiniteResult(result.transformedData);
  return result;
}

interface Mapped {
  readonly values: Float64Array;
  readonly balance: number;
  readonly coherence: number;
}

/** Work arrays of `map` by dimension: the scaled data and the mapped data. Not used after `map` returns. */
const sources = spaces();
const targets = spaces();

function map(request: TransformRequest): Mapped {
  const { data, sourceDimensions: m, targetDimensions: n, transformationType: type } = request;
  const source = sources[m] as Float64Array;
  const target = targets[n] as Float64Array;
  const scale = powerOfTwoScale(data);
  let energy = 0;
  for (let i = 0; i < m; i++) {
    const value = (data[i] as number) / scale;
    source[i] = value;
    energy += value * value;
  }
  if (m === n) {
    return { values: Float64Array.from(data, plainZero), balance: harmonicBalance(source), coherence: 1 };
  }

  const matrix = transition(type, m, n);
  let reached = 0;
  for (let row = 0, at = 0; row < n; row++) {
    let sum = 0;
    for (let column = 0; column < m; column++, at++) sum += (matrix[at] as number) * (source[column] as number);
    target[row] = sum;
    reached += sum * sum;
  }
  const lost = reached <= kernelShare * kernelShare * energy;
  if (lost) settleLoss(request, target, energy);
  const stretch = request.preserveMagnitude && !lost ? Math.sqrt(energy / reached) : 1;
  const values = new Float64Array(n);
  for (let row = 0; row < n; row++) values[row] = (target[row] as number) * stretch * scale + 0;
  const coherence = energy === 0 ? 1 : lost ? 0 : unitInterval(reached / energy);
  return { values, balance: harmonicBalance(target), coherence };
}

/** Replaces a result of rounding noise (or zeros) by the coarsest mode at the source's magnitude, or by zeros. */
function settleLoss(request: TransformRequest, target: Float64Array, energy: number): void {
  const magnitude = request.preserveMagnitude ? Math.sqrt(energy) : 0;
  const coarsest = basis(request.transformationType, request.targetDimensions);
  for (let row = 0; row < target.length; row++) target[row] = magnitude * coarsest.get(row, 0);
}

/** Turns -0 into 0. */
function plainZero(value: number): number {
  return value + 0;
}

function spaces(): Float64Array[] {
  return Array.from({ length: dimensionMax + 1 }, (_, dimensions) => new Float64Array(dimensions));
}
