import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode } from "../../../../server/modules/geocode/mathematics/decode.ts";
import { type EncodeRequest, encode } from "../../../../server/modules/geocode/mathematics/encode.ts";
import type { Precision } from "../../../../server/modules/geocode/mathematics/precision.ts";
import { norm, powerOfTwoScale } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { solids } from "../../../../server/modules/geocode/mathematics/solids.ts";
import { taper } from "../../../../server/modules/geocode/mathematics/taper.ts";
import { transform } from "../../../../server/modules/geocode/mathematics/transform.ts";
import { gaussian, law, numberMix, relativeError, uniform, wildMix } from "../../../support/laws/law.ts";
import { anyDimension, anyOptimization, anyPrecision, anySolid } from "./arbitraries.ts";
import { decodeCases } from "./recorded.ts";

type Options = Omit<EncodeRequest, "data" | "precision">;

const options = fc.record({ targetGeometry: anySolid, optimization: anyOptimization, compression: fc.boolean() });

/** Lossless encodings: 3 to 13 numbers, at most as many as the solid has vertices, not compressed. */
const lossless = fc
  .tuple(anySolid, anyOptimization)
  .chain(([targetGeometry, optimization]) =>
    fc.tuple(
      numberMix(3, Math.min(13, solids[targetGeometry].vertices.length)),
      fc.constant({ targetGeometry, optimization, compression: false }),
    ),
  );

function encoded(values: readonly number[], request: Options, precision: Precision = "high") {
  return encode({ ...request, precision, data: { kind: "vector", values } }).encodedData;
}

function decoded(encodedData: ReturnType<typeof encoded>, outputDimensions: number) {
  return decode({ encodedData, outputDimensions, precision: "high" });
}

/** Largest difference relative to the norm of a whole, computed at its scale. */
function gap(a: readonly number[], b: readonly number[], whole: readonly number[]): number {
  const size = norm(whole);
  return size === 0
    ? relativeError(a, b)
    : Math.max(...a.map((entry, i) => Math.abs(entry / size - (b[i] as number) / size)));
}

function gain(scaling: readonly number[]): number {
  return Math.exp(scaling.reduce((sum, factor) => sum + Math.log(factor), 0) / scaling.length);
}

/** 1 - |s0 o (x - xh)|^2 / |s0 o x|^2: the accuracy, computed from the original data. */
function trueAccuracy(x: readonly number[], xh: readonly number[], { optimization }: Options): number {
  const scale = powerOfTwoScale(x);
  const factors = taper(optimization, x.length);
  const energy = (values: readonly number[]) =>
    values.reduce((sum, value, i) => sum + (value * (factors[i] as number)) ** 2, 0);
  const whole = energy(x.map((value) => value / scale));
  return whole === 0 ? 1 : 1 - energy(x.map((value, i) => value / scale - (xh[i] as number) / scale)) / whole;
}

describe("recorded decodings", () => {
  test.each(decodeCases)("$id gives the recorded result", ({ request, result }) => {
    const { decodedData, metrics } = decode(request);
    expect(relativeError(decodedData, result.decoded_data)).toBeLessThanOrEqual(1e-12);
    expect(metrics.reconstructionAccuracy).toBeCloseTo(result.metrics.reconstruction_accuracy, 12);
    expect(metrics.geometricCoherence).toBeCloseTo(result.metrics.geometric_coherence, 12);
    expect(metrics.dimensionalIntegrity).toBeCloseTo(result.metrics.dimensional_integrity, 12);
  });
});

describe("decoding", () => {
  law(
    "E3 gives finite numbers, as many as requested, with metrics in [0, 1]",
    fc.tuple(wildMix(1, 60), options, anyDimension, anyPrecision, anyPrecision),
    ([values, request, n, encodePrecision, precision]) => {
      const encodedData = encoded(values, request, encodePrecision);
      const { decodedData, metrics } = decode({ encodedData, outputDimensions: n, precision });
      expect(decodedData.length).toBe(n);
      for (const value of decodedData) expect(value).toSatisfy(Number.isFinite);
      for (const metric of Object.values(metrics)) expect(metric >= 0 && metric <= 1).toBe(true);
    },
  );

  const edited = fc.tuple(anySolid, fc.integer({ min: 1, max: 50 })).chain(([name, length]) =>
    fc.tuple(
      fc.constant(name),
      fc.array(fc.oneof(gaussian, fc.constantFrom(1e304, -1e304, 0)), {
        minLength: solids[name].vertices.length,
        maxLength: solids[name].vertices.length,
      }),
      fc.array(fc.oneof(uniform(0.5, 2), fc.constantFrom(1e-3, 1e9)), { minLength: length, maxLength: length }),
      anyDimension,
    ),
  );
  law(
    "E3 gives finite numbers for any legal weights and scaling",
    edited,
    ([name, vertexWeights, dimensionScaling, n]) => {
      const encodedData = { ...encoded([1], { targetGeometry: name, optimization: "e", compression: false }) };
      const dataMapping = { vertexWeights, dimensionScaling };
      const { decodedData, metrics } = decode({
        encodedData: { ...encodedData, dataMapping },
        outputDimensions: n,
        precision: "high",
      });
      for (const value of decodedData) expect(value).toSatisfy(Number.isFinite);
      for (const metric of Object.values(metrics)) expect(metric >= 0 && metric <= 1).toBe(true);
    },
  );

  law("E4 gives the data back when nothing was lost", lossless, ([values, request]) => {
    const { decodedData, metrics } = decoded(encoded(values, request), values.length);
    expect(gap(decodedData, values, values)).toBeLessThan(1e-12);
    expect(metrics.reconstructionAccuracy).toBeCloseTo(1, 12);
  });

  law(
    "E5 reports exactly the share of weighted energy that it explains, without the original data",
    fc.tuple(numberMix(3, 13), options),
    ([values, request]) => {
      const encodedData = encoded(values, request);
      fc.pre(gain(encodedData.dataMapping.dimensionScaling) < 2 ** 25);
      const { decodedData, metrics } = decoded(encodedData, values.length);
      expect(Math.abs(metrics.reconstructionAccuracy - trueAccuracy(values, decodedData, request))).toBeLessThan(1e-12);
    },
  );

  law("E6 loses at most 1% of the weighted energy to compression", lossless, ([values, request]) => {
    const { metrics } = decoded(encoded(values, { ...request, compression: true }), values.length);
    expect(metrics.reconstructionAccuracy).toBeGreaterThan(0.99 - 1e-12);
  });

  law(
    "E7 followed by an encoding gives the same weights, without the energy factor",
    fc.tuple(numberMix(3, 13), options),
    ([values, request]) => {
      const first = encoded(values, request).dataMapping;
      const g = gain(first.dimensionScaling);
      fc.pre(g < 2 ** 25);
      const { decodedData } = decoded(encoded(values, request), values.length);
      fc.pre(decodedData.every((value) => Math.abs(value) <= 1e300));
      const again = encoded(decodedData, { ...request, compression: false }).dataMapping;
      const expected = first.vertexWeights.map((weight) => weight / g);
      expect(gap(again.vertexWeights, expected, expected)).toBeLessThan(1e-11);
    },
  );

  law(
    "E8 to another dimension is the harmonic transform of the data",
    fc.tuple(lossless, anyDimension),
    ([[values, request], targetDimensions]) => {
      const direct = transform({
        data: values,
        sourceDimensions: values.length,
        targetDimensions,
        transformationType: "harmonic",
        preserveMagnitude: false,
        precision: "high",
      });
      const { decodedData, metrics } = decoded(encoded(values, request), targetDimensions);
      expect(gap(decodedData, direct.transformedData, values)).toBeLessThan(1e-12);
      expect(metrics.dimensionalIntegrity).toBeCloseTo(direct.metrics.dimensionalCoherence, 12);
    },
  );

  const similarity = fc.tuple(
    fc.array(gaussian, { minLength: 4, maxLength: 4 }).filter((q) => Math.hypot(...q) > 0.1),
    uniform(-100, 100).map((exponent) => 10 ** exponent),
    fc.array(uniform(-10, 10), { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  );
  law(
    "E9 is invariant under rotation, reflection, translation and scale of the solid",
    fc.tuple(numberMix(1, 30), options, similarity, anyDimension),
    ([values, request, [quaternion, size, shift, mirror], n]) => {
      const encodedData = encoded(values, request);
      const turned = encodedData.vertices.map((vertex) =>
        rotated(quaternion, mirror ? vertex.map((entry) => -entry) : vertex).map(
          (entry, i) => size * (entry + (shift[i] as number)),
        ),
      );
      expect(decoded({ ...encodedData, vertices: turned }, n)).toEqual(decoded(encodedData, n));
    },
  );

  law(
    "E11 is accurate after rounding of the encoding and of the answer",
    fc.tuple(lossless, fc.constantFrom<["low" | "medium", number]>(["low", 2e-2], ["medium", 2e-6])),
    ([[values, request], [precision, tolerance]]) => {
      const encodedData = encoded(values, request, precision);
      const { decodedData } = decode({ encodedData, outputDimensions: values.length, precision });
      expect(gap(decodedData, values, values)).toBeLessThan(tolerance);
    },
  );

  test("zero weights decode to zeros, with nothing lost", () => {
    const zeros = encoded([0, 0, 0, 0], { targetGeometry: "cube", optimization: "phi", compression: false });
    expect(decoded(zeros, 3)).toEqual({
      decodedData: [0, 0, 0],
      metrics: { reconstructionAccuracy: 1, geometricCoherence: 1, dimensionalIntegrity: 1 },
    });
  });

  test("weights outside of the range of encodings lower the accuracy by their share", () => {
    const three = encoded([1, 2, 3], { targetGeometry: "cube", optimization: "phi", compression: false });
    const vertexWeights = [1, -1, -1, 1, -1, 1, 1, -1];
    const { metrics } = decoded({ ...three, dataMapping: { ...three.dataMapping, vertexWeights } }, 3);
    expect(metrics.reconstructionAccuracy).toBeCloseTo(0, 12);
    expect(metrics.geometricCoherence).toBeCloseTo(0, 12);
  });

  test("data in the kernel of a smaller dimension decode to zero, and count as lost", () => {
    const alternating = Array.from({ length: 4 }, (_, i) => Math.cos((Math.PI * (2 * i + 1) * 3) / 8));
    const encodedData = encoded(alternating, { targetGeometry: "cube", optimization: "phi", compression: false });
    const { decodedData, metrics } = decoded(encodedData, 3);
    expect(decodedData).toEqual([0, 0, 0]);
    expect(metrics).toMatchObject({ reconstructionAccuracy: 0, dimensionalIntegrity: 0 });
  });
});

function rotated([w = 0, x = 0, y = 0, z = 0]: readonly number[], [a = 0, b = 0, c = 0]: readonly number[]): number[] {
  const n = w * w + x * x + y * y + z * z;
  return [
    ((w * w + x * x - y * y - z * z) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c) / n,
    (2 * (x * y + w * z) * a + (w * w - x * x + y * y - z * z) * b + 2 * (y * z - w * x) * c) / n,
    (2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (w * w - x * x - y * y + z * z) * c) / n,
  ];
}
