import { fromGraphHarmonics, smoothness } from "./graph-fourier.ts";
import { requireFiniteResult } from "./legal-numbers.ts";
import { type Precision, significant, significantAll } from "./precision.ts";
import { phiResonance } from "./resonance.ts";
import { energyAtScale, powerOfTwoScale } from "./scale.ts";
import { type SolidName, solids } from "./solids.ts";
import { harmonics } from "./spectrum.ts";
import { type Optimization, taper } from "./taper.ts";
import { readVectorData, type VectorData } from "./vector-data.ts";

export interface EncodeRequest {
  readonly data: VectorData;
  readonly targetGeometry: SolidName;
  readonly optimization: Optimization;
  readonly precision: Precision;
  readonly compression: boolean;
}

export interface EncodeResult {
  readonly encodedData: {
    readonly geometry: SolidName;
    readonly vertices: number[][];
    readonly faces: number[][];
    readonly dataMapping: { readonly dimensionScaling: number[]; readonly vertexWeights: number[] };
  };
  readonly metrics: {
    readonly phiResonance: number;
    readonly geometricCoherence: number;
    readonly compressionRatio: number;
  };
}

/**
 * Writes d numbers x on the V vertices of a solid: the lowest harmonics of the sequence become those of the solid.
 *
 *     y = s0 o x                     s0 = taper of the optimization, o = entry by entry
 *     a_k = <q_k, y>                 DCT-II of length d, k < min(d, V)
 *     w = g sum_k a_k B_k            B = graph Fourier basis of the solid
 *     dimension scaling = g s0       g = 1 / sqrt(rho), rho = |a|^2 / |y|^2
 *
 * `compression` first drops the coefficients that are not needed for 99% of |a|^2 (as few as possible are kept, the
 * largest first; of equal ones the lower index first). Nothing is lost for d <= V without compression. The factor g
 * keeps the energy, |w| = |s0 o x|, and tells the decoder how much was lost: it is the geometric mean of the scaling.
 * rho is at least 2^-52, and 1 for y = 0.
 *
 * Metrics: phiResonance of x at depth 3; geometricCoherence = `smoothness` of w; compressionRatio = d / (coefficients
 * kept) >= 1. Accuracy 1e-14 of the largest entry; cost O(d min(d, V) + V^2).
 *
 * Preconditions: every field present and of its type. Faults: those of `readVectorData`. Numbers of the result are
 * rounded to `precision` last.
 * Source: Shuman, Narang, Frossard, Ortega, Vandergheynst, IEEE SPM 30 (2013), for the transform; g is defined here.
 */
export function encode(request: EncodeRequest): EncodeResult {
  const { targetGeometry, precision } = request;
  const values = readVectorData(request.data);
  const count = values.length;
  const profile = taper(request.optimization, count);
  const scale = powerOfTwoScale(values);
  const weighted = new Float64Array(count);
  for (let i = 0; i < count; i++) weighted[i] = (profile[i] as number) * ((values[i] as number) / scale);

  const vertexCount = solids[targetGeometry].vertices.length;
  const coefficients = harmonics(weighted, Math.min(count, vertexCount));
  const kept = request.compression ? dropSmallest(coefficients) : coefficients.length;
  const lossless = count <= vertexCount && !request.compression;
  const gain = lossless ? 1 : 1 / Math.sqrt(survivingShare(coefficients, weighted));
  const weights = fromGraphHarmonics(targetGeometry, coefficients);
  for (let vertex = 0; vertex < vertexCount; vertex++) weights[vertex] = (weights[vertex] as number) * gain * scale;
  requireFiniteResult(weights);
  // A gain of 1 needs no copy of the shared profile, which is only read below.
  const scaling = gain === 1 ? profile : profile.map((factor) => factor * gain);

  return {
    encodedData: {
      geometry: targetGeometry,
      vertices: roundedVertices[precision][targetGeometry].map((vertex) => vertex.slice()),
      faces: solids[targetGeometry].faces.map((face) => face.slice()),
      dataMapping: {
        dimensionScaling: significantAll(scaling, precision),
        vertexWeights: significantAll(weights, precision),
      },
    },
    metrics: {
      phiResonance: significant(phiResonance(values, 3), precision),
      geometricCoherence: significant(smoothness(targetGeometry, weights), precision),
      compressionRatio: significant(count / kept, precision),
    },
  };
}

/** A coefficient set counts as complete at this share of its energy: a relative rms error of at most 10%. */
const compressedShare = 0.99;

/** Zeroes the coefficients not needed for the compressed share, in place; returns the number kept (at least 1). */
function dropSmallest(coefficients: Float64Array): number {
  const order = Array.from(coefficients.keys()).sort(
    (a, b) => Math.abs(coefficients[b] as number) - Math.abs(coefficients[a] as number) || a - b,
  );
  const enough = compressedShare * energyAtScale(coefficients, 1);
  let energy = 0;
  let kept = 0;
  for (const k of order) {
    if (kept > 0 && energy >= enough) coefficients[k] = 0;
    else {
      energy += (coefficients[k] as number) ** 2;
      kept += 1;
    }
  }
  return kept;
}

/** rho = |a|^2 / |y|^2, from 2^-52 to 1; the minimum keeps the gain finite when the sequence has no low harmonics. */
function survivingShare(coefficients: Float64Array, weighted: Float64Array): number {
  const whole = energyAtScale(weighted, 1);
  if (whole === 0) return 1;
  return Math.min(1, Math.max(2 ** -52, energyAtScale(coefficients, 1) / whole));
}

/** Rounding the same constants in every call would cost more than the whole encoding. */
const roundedVertices: Readonly<Record<Precision, Readonly<Record<SolidName, readonly (readonly number[])[]>>>> = {
  low: roundedTo("low"),
  medium: roundedTo("medium"),
  high: roundedTo("high"),
};

function roundedTo(precision: Precision): Record<SolidName, readonly (readonly number[])[]> {
  const rounded = (name: SolidName) => solids[name].vertices.map((vertex) => significantAll(vertex, precision));
  return {
    tetrahedron: rounded("tetrahedron"),
    cube: rounded("cube"),
    octahedron: rounded("octahedron"),
    dodecahedron: rounded("dodecahedron"),
    icosahedron: rounded("icosahedron"),
  };
}
