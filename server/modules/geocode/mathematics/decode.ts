import { type EncodedData, requireEncodedData } from "./encoded-data.ts";
import { smoothness, toGraphHarmonics } from "./graph-fourier.ts";
import { requireFiniteResult } from "./legal-numbers.ts";
import { type Precision, significant, significantAll } from "./precision.ts";
import { atScale, energyAtScale, powerOfTwoScale, unitInterval } from "./scale.ts";
import { fromHarmonics, resample } from "./spectrum.ts";

export interface DecodeRequest {
  readonly encodedData: EncodedData;
  /** 3..13. */
  readonly outputDimensions: number;
  readonly precision: Precision;
}

export interface DecodeResult {
  readonly decodedData: number[];
  readonly metrics: {
    readonly reconstructionAccuracy: number;
    readonly geometricCoherence: number;
    readonly dimensionalIntegrity: number;
  };
}

/**
 * Reads n numbers from encoded data with weights w and scaling s of length d; only the object is used.
 *
 *     b_k = <B_k, w>, k < min(d, V)      B = graph Fourier basis of the solid
 *     y = sum_k b_k q_k                  DCT-II of length d
 *     xh = y / s                         entry by entry
 *     result = A xh                      harmonic map R^d -> R^n without stretching (`resample`); xh itself for n = d
 *
 * This inverts `encode` for d <= V without compression (1e-12); otherwise xh is the least-squares estimate in the metric
 * of s. So decoding an encoding to n dimensions is the harmonic transform of the source to n dimensions, for d <= V.
 *
 * Metrics, all in [0, 1], 0/0 = 1: reconstructionAccuracy = rho_enc rho_sub rho_out, the share of the source's energy that
 * the result contains, with rho_enc = min(1, (geometric mean of s)^-2) lost by encoding, rho_sub = |b|^2 / |w|^2 lost
 * where weights were edited, rho_out = |A xh|^2 / |xh|^2 lost by the change of dimension; dimensionalIntegrity = rho_out;
 * geometricCoherence = `smoothness` of w. Cost O(V (V + d) + n d).
 *
 * Preconditions: every field present and of its type, `outputDimensions` in 3..13.
 * Faults: those of `requireEncodedData`. Numbers of the result are rounded to `precision` last.
 */
export function decode(request: DecodeRequest): DecodeResult {
  const { encodedData, outputDimensions, precision } = request;
  requireEncodedData(encodedData);
  const { geometry } = encodedData;
  const { dimensionScaling, vertexWeights } = encodedData.dataMapping;
  const count = dimensionScaling.length;
  const scale = powerOfTwoScale(vertexWeights);
  const weights = atScale(vertexWeights, scale);

  const coefficients = toGraphHarmonics(geometry, weights, Math.min(count, weights.length));
  const estimate = fromHarmonics(coefficients, count);
  for (let i = 0; i < count; i++) estimate[i] = (estimate[i] as number) / (dimensionScaling[i] as number);
  const answer = resample(estimate, outputDimensions);
  const decoded = answer.values;
  for (let i = 0; i < decoded.length; i++) decoded[i] = (decoded[i] as number) * scale + 0;
  requireFiniteResult(decoded);

  const accuracy = encodingShare(dimensionScaling) * subspaceShare(coefficients, weights) * answer.share;
  return {
    decodedData: significantAll(decoded, precision),
    metrics: {
      reconstructionAccuracy: significant(accuracy, precision),
      geometricCoherence: significant(smoothness(geometry, weights), precision),
      dimensionalIntegrity: significant(answer.share, precision),
    },
  };
}

/** min(1, m^-2), m = geometric mean of the scaling: the share of energy that encoding kept. */
function encodingShare(scaling: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < scaling.length; i++) sum += Math.log(scaling[i] as number);
  return Math.min(1, Math.exp((-2 * sum) / scaling.length));
}

/** |b|^2 / |w|^2: below 1 only when the weights were changed after encoding. */
function subspaceShare(coefficients: Float64Array, weights: Float64Array): number {
  const whole = energyAtScale(weights, 1);
  return whole === 0 ? 1 : unitInterval(energyAtScale(coefficients, 1) / whole);
}
