import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EncodeRequest, encode } from "../../../../server/modules/geocode/mathematics/encode.ts";
import { smoothness } from "../../../../server/modules/geocode/mathematics/graph-fourier.ts";
import { phiResonance } from "../../../../server/modules/geocode/mathematics/resonance.ts";
import { norm, powerOfTwoScale } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { solids } from "../../../../server/modules/geocode/mathematics/solids.ts";
import { taper } from "../../../../server/modules/geocode/mathematics/taper.ts";
import { law, moderateMix, numberMix, relativeError, wildMix } from "../../../support/laws/law.ts";
import { anyOptimization, anyPrecision, anySolid, optimizations } from "./arbitraries.ts";
import { encodeCases } from "./recorded.ts";

const constants = { phi: (1 + Math.sqrt(5)) / 2, pi: Math.PI, sqrt2: Math.SQRT2, sqrt3: Math.sqrt(3), e: Math.E };

const options = fc.record({
  targetGeometry: anySolid,
  optimization: anyOptimization,
  precision: fc.constant("high" as const),
  compression: fc.boolean(),
});

function run(values: readonly number[], request: Omit<EncodeRequest, "data">) {
  return encode({ ...request, data: { kind: "vector", values } });
}

/** Geometric mean: the factor g that the scaling carries. */
function gain(scaling: readonly number[]): number {
  return Math.exp(scaling.reduce((sum, factor) => sum + Math.log(factor), 0) / scaling.length);
}

describe("recorded encodings", () => {
  test.each(encodeCases)("$id gives the recorded result", ({ request, result }) => {
    const { encodedData, metrics } = encode(request);
    const { geometry, vertices, faces, data_mapping: mapping } = result.encoded_data;
    expect([encodedData.geometry, encodedData.faces]).toEqual([geometry, faces]);
    expect(relativeError(encodedData.vertices.flat(), vertices.flat())).toBeLessThanOrEqual(1e-12);
    const { dimensionScaling, vertexWeights } = encodedData.dataMapping;
    expect(relativeError(dimensionScaling, mapping.dimension_scaling)).toBeLessThanOrEqual(1e-12);
    expect(relativeError(vertexWeights, mapping.vertex_weights)).toBeLessThanOrEqual(1e-12);
    expect(metrics.phiResonance).toBeCloseTo(result.metrics.phi_resonance, 12);
    expect(metrics.geometricCoherence).toBeCloseTo(result.metrics.geometric_coherence, 12);
    expect(metrics.compressionRatio).toBeCloseTo(result.metrics.compression_ratio, 12);
  });
});

describe("encodings", () => {
  law(
    "E0 are finite, of the requested length, with metrics in their ranges",
    fc.tuple(wildMix(1, 60), options, anyPrecision),
    ([values, request, precision]) => {
      const { encodedData, metrics } = run(values, { ...request, precision });
      const { dimensionScaling, vertexWeights } = encodedData.dataMapping;
      expect(dimensionScaling.length).toBe(values.length);
      expect(vertexWeights.length).toBe(solids[request.targetGeometry].vertices.length);
      for (const value of vertexWeights) expect(Math.abs(value)).toBeLessThanOrEqual(1e304);
      for (const factor of dimensionScaling) expect(factor >= 1e-3 && factor <= 1e9).toBe(true);
      for (const metric of [metrics.phiResonance, metrics.geometricCoherence])
        expect(metric >= 0 && metric <= 1).toBe(true);
      expect(metrics.compressionRatio).toBeGreaterThanOrEqual(1);
    },
  );

  law(
    "E1 the taper has geometric mean 1 and spans less than one factor of its constant",
    fc.tuple(anyOptimization, fc.integer({ min: 1, max: 10_000 })),
    ([optimization, length]) => {
      const factors = taper(optimization, length);
      expect(Math.abs(gain([...factors]) - 1)).toBeLessThan(1e-13);
      expect((factors[0] as number) / (factors.at(-1) as number)).toBeLessThan(constants[optimization]);
      for (let i = 1; i < length; i++) expect(factors[i] as number).toBeLessThan(factors[i - 1] as number);
    },
    10,
  );

  law("E2 keep the energy of the weighted data", fc.tuple(numberMix(1, 60), options), ([values, request]) => {
    const { dimensionScaling, vertexWeights } = run(values, request).encodedData.dataMapping;
    // At the lower bound of the remaining share, only rounding noise is left to carry the energy.
    fc.pre(gain(dimensionScaling) < 2 ** 25);
    const weighted = norm(values.map((value, i) => value * (taper(request.optimization, values.length)[i] as number)));
    expect(relativeError([norm(vertexWeights)], [weighted])).toBeLessThan(1e-12);
  });

  law("have the metrics of their contents", fc.tuple(numberMix(1, 60), options), ([values, request]) => {
    const { encodedData, metrics } = run(values, request);
    expect(metrics.phiResonance).toBe(phiResonance(values, 3));
    expect(metrics.geometricCoherence).toBe(smoothness(request.targetGeometry, encodedData.dataMapping.vertexWeights));
  });

  law("scale with powers of two bit for bit", fc.tuple(moderateMix(1, 30), options), ([values, request]) => {
    const plain = run(values, request).encodedData.dataMapping;
    const scaled = run(
      values.map((value) => value * 2 ** 500),
      request,
    ).encodedData.dataMapping;
    expect(scaled.dimensionScaling).toEqual(plain.dimensionScaling);
    expect(scaled.vertexWeights).toEqual(plain.vertexWeights.map((weight) => weight * 2 ** 500));
  });
});

describe("compression", () => {
  const one = { targetGeometry: "dodecahedron", optimization: "sqrt2", precision: "high" } as const;

  test("counts source numbers per kept coefficient", () => {
    const values = [5, 5, 5, 5, 5, 5.1, 5, 5];
    expect(run(values, { ...one, compression: false }).metrics.compressionRatio).toBe(1);
    const { compressionRatio } = run(values, { ...one, compression: true }).metrics;
    expect(compressionRatio).toBe(8);
  });

  test("keeps the constant mode of zero data, and nothing else", () => {
    const { encodedData, metrics } = run([0, 0, 0, 0], { ...one, compression: true });
    expect(encodedData.dataMapping.vertexWeights).toEqual(Array(20).fill(0));
    expect(metrics).toEqual({ phiResonance: 0, geometricCoherence: 1, compressionRatio: 4 });
  });

  law("keeps no unnecessary coefficient", fc.tuple(moderateMix(2, 20), anyOptimization), ([values, optimization]) => {
    fc.pre(norm(values) > 0);
    const encoded = run(values, { ...one, optimization, compression: true });
    const kept = Math.round(values.length / encoded.metrics.compressionRatio);
    // The coefficients are the harmonics of the weighted data; with one fewer than kept, the share is too small.
    const scale = powerOfTwoScale(values);
    const y = values.map((value, i) => (value / scale) * (taper(optimization, values.length)[i] as number));
    const energies = y.map((_, k) => cosineCoefficient(y, k) ** 2).sort((a, b) => b - a);
    const all = energies.reduce((sum, energy) => sum + energy, 0);
    const share = (count: number) => energies.slice(0, count).reduce((sum, energy) => sum + energy, 0) / all;
    expect(share(kept)).toBeGreaterThan(0.99 - 1e-12);
    if (kept > 1) expect(share(kept - 1)).toBeLessThan(0.99 + 1e-12);
  });
});

test("the scaling of data without low harmonics is finite: its factor is at most 2^26", () => {
  const request = {
    targetGeometry: "tetrahedron",
    optimization: "phi",
    precision: "high",
    compression: false,
  } as const;
  const factors = taper("phi", 8);
  const values = Array.from(factors, (factor, i) => Math.cos((Math.PI * (2 * i + 1) * 6) / 16) / factor);
  const { dimensionScaling } = run(values, request).encodedData.dataMapping;
  expect(
    relativeError(
      dimensionScaling,
      factors.map((factor) => factor * 2 ** 26),
    ),
  ).toBeLessThan(1e-15);
});

test("10000 numbers are encoded for every constant, with a scaling that decode accepts", () => {
  const values = Array.from({ length: 10_000 }, (_, i) => Math.sin(i * i));
  for (const optimization of optimizations) {
    const { dataMapping } = run(values, {
      targetGeometry: "cube",
      optimization,
      precision: "medium",
      compression: true,
    }).encodedData;
    expect(dataMapping.dimensionScaling.length).toBe(10_000);
    expect(Math.max(...dataMapping.dimensionScaling)).toBeLessThan(1e9);
  }
});

test("the result shares no arrays with the tables of solids", () => {
  const first = run([1, 2, 3], { targetGeometry: "cube", optimization: "e", precision: "low", compression: false });
  (first.encodedData.vertices[0] as number[])[0] = 99;
  (first.encodedData.faces[0] as number[])[0] = 99;
  first.encodedData.dataMapping.dimensionScaling[0] = 99;
  const second = run([1, 2, 3], { targetGeometry: "cube", optimization: "e", precision: "low", compression: false });
  const { vertices, faces, dataMapping } = second.encodedData;
  expect([vertices[0]?.[0], faces[0]?.[0], dataMapping.dimensionScaling[0]]).toEqual([0.5774, 0, 1.396]);
});

function cosineCoefficient(values: readonly number[], k: number): number {
  const n = values.length;
  const factor = Math.sqrt((k === 0 ? 1 : 2) / n);
  return values.reduce((sum, value, i) => sum + factor * Math.cos((Math.PI * (2 * i + 1) * k) / (2 * n)) * value, 0);
}
