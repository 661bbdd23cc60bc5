import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { basis, type TransformationType } from "../../../../server/modules/geocode/mathematics/bases.ts";
import { phiResonance } from "../../../../server/modules/geocode/mathematics/resonance.ts";
import { norm } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { type TransformRequest, transform } from "../../../../server/modules/geocode/mathematics/transform.ts";
import { faultOf } from "../../../support/fault-of.ts";
import {
  anyScale,
  gaussian,
  law,
  moderateMix,
  numberMix,
  relativeError,
  uniform,
  wildMix,
} from "../../../support/laws/law.ts";
import { anyDimension, anyPrecision, anyType } from "./arbitraries.ts";
import { transformCases } from "./recorded.ts";

function run(data: readonly number[], targetDimensions: number, type: TransformationType, preserveMagnitude = true) {
  return transform(requestOf(data, targetDimensions, type, preserveMagnitude));
}

/** The linear map without the preservation of magnitude. */
function mapped(data: readonly number[], targetDimensions: number, type: TransformationType): number[] {
  return run(data, targetDimensions, type, false).transformedData;
}

function requestOf(
  data: readonly number[],
  targetDimensions: number,
  transformationType: TransformationType,
  preserveMagnitude: boolean,
): TransformRequest {
  const sourceDimensions = data.length;
  return { data, sourceDimensions, targetDimensions, transformationType, preserveMagnitude, precision: "high" };
}

/** Largest difference of entries relative to the largest entry of `whole`. */
function gap(a: readonly number[], b: readonly number[], whole: readonly number[]): number {
  const largest = Math.max(...whole.map(Math.abs));
  if (largest === 0) return relativeError(a, b);
  return Math.max(...a.map((entry, i) => Math.abs(entry / largest - (b[i] as number) / largest)));
}

const ascending = (values: number[]) => values.sort((a, b) => a - b);
const upwards = fc.tuple(anyDimension, anyDimension).map(ascending) as fc.Arbitrary<[number, number]>;

/** Intermediate results are data again, so they have to be legal: an isometry lets an entry grow by sqrt 13. */
const lowered = (data: number[]) => data.map((value) => value / 16);

/** Numbers, a target of at least (or at most) as many dimensions, a type. */
const up = upwards.chain(([m, n]) => fc.tuple(numberMix(m), fc.constant(n), anyType));
const down = upwards.chain(([n, m]) => fc.tuple(numberMix(m), fc.constant(n), anyType));
const either = fc.tuple(numberMix(3, 13), anyDimension, anyType);
const moderate = fc.tuple(moderateMix(3, 13), anyDimension, anyType);

describe("recorded transforms", () => {
  test.each(transformCases)("$id gives the recorded result", ({ request, result }) => {
    const { transformedData, magnitude, metrics, ...echo } = transform(request);
    expect(relativeError(transformedData, result.transformed_data)).toBeLessThanOrEqual(1e-12);
    expect(echo).toEqual({
      sourceDimensions: result.source_dimensions,
      targetDimensions: result.target_dimensions,
      transformationType: result.transformation_type,
    });
    expect(relativeError([magnitude.original], [result.magnitude.original])).toBeLessThanOrEqual(1e-12);
    expect(relativeError([magnitude.transformed], [result.magnitude.transformed])).toBeLessThanOrEqual(1e-12);
    expect(metrics.phiResonance).toBeCloseTo(result.metrics.phi_resonance, 12);
    expect(metrics.harmonicBalance).toBeCloseTo(result.metrics.harmonic_balance, 12);
    expect(metrics.dimensionalCoherence).toBeCloseTo(result.metrics.dimensional_coherence, 12);
  });
});

describe("the maps", () => {
  law("T1 a map to more dimensions keeps the length", up, ([data, n, type]) => {
    expect(relativeError([norm(mapped(data, n, type))], [norm(data)])).toBeLessThan(1e-14);
  });

  law("T2 up and down again is the identity", up, ([source, n, type]) => {
    const data = lowered(source);
    expect(relativeError(mapped(mapped(data, n, type), data.length, type), data)).toBeLessThan(1e-14);
  });

  const route = fc.tuple(anyDimension, anyDimension, anyDimension).map(ascending) as fc.Arbitrary<
    [number, number, number]
  >;
  const routes = fc
    .tuple(route, fc.boolean(), anyType)
    .chain(([[a, b, c], upward, type]) =>
      upward
        ? fc.tuple(numberMix(a), fc.constant(b), fc.constant(c), fc.constant(type))
        : fc.tuple(numberMix(c), fc.constant(b), fc.constant(a), fc.constant(type)),
    );
  law("T3 the result does not depend on intermediate dimensions", routes, ([source, between, n, type]) => {
    const data = lowered(source);
    expect(gap(mapped(mapped(data, between, type), n, type), mapped(data, n, type), data)).toBeLessThan(1e-13);
  });

  law("T4 preserve_magnitude keeps the magnitude, whatever the map loses", either, ([data, n, type]) => {
    const { transformedData, magnitude } = run(data, n, type);
    expect(relativeError([norm(transformedData)], [norm(data)])).toBeLessThan(1e-14);
    expect(relativeError([magnitude.original, magnitude.transformed], [norm(data), norm(data)])).toBeLessThan(1e-14);
  });

  law(
    "T5 every result is finite, of the requested length, with metrics in [0, 1]",
    fc.tuple(wildMix(3, 13), anyDimension, anyType, fc.boolean(), anyPrecision),
    ([data, n, type, preserve, precision]) => {
      const { transformedData, magnitude, metrics } = transform({ ...requestOf(data, n, type, preserve), precision });
      expect(transformedData.length).toBe(n);
      for (const value of [...transformedData, ...Object.values(magnitude)]) expect(value).toSatisfy(Number.isFinite);
      for (const metric of Object.values(metrics)) expect(metric >= 0 && metric <= 1).toBe(true);
    },
  );

  law("T6 dimensional coherence is 1 for a map to more dimensions", up, ([data, n, type]) => {
    expect(Math.abs(1 - run(data, n, type).metrics.dimensionalCoherence)).toBeLessThan(1e-14);
  });

  law("T6 dimensional coherence is the share of energy a map to fewer dimensions keeps", down, ([data, n, type]) => {
    const kept = norm(data) === 0 ? 1 : (norm(mapped(data, n, type)) / norm(data)) ** 2;
    expect(kept).toBeLessThan(1 + 1e-14);
    expect(Math.abs(run(data, n, type).metrics.dimensionalCoherence - kept)).toBeLessThan(1e-14);
  });

  law(
    "T7 a factor of a power of two scales the result bit for bit",
    fc.tuple(moderate, fc.integer({ min: -800, max: 800 }), fc.boolean()),
    ([[data, n, type], exponent, preserve]) => {
      const plain = run(data, n, type, preserve);
      const scaled = run(
        data.map((value) => value * 2 ** exponent),
        n,
        type,
        preserve,
      );
      expect(scaled.transformedData).toEqual(plain.transformedData.map((value) => value * 2 ** exponent));
      expect(scaled.metrics.harmonicBalance).toBe(plain.metrics.harmonicBalance);
      expect(scaled.metrics.dimensionalCoherence).toBe(plain.metrics.dimensionalCoherence);
    },
  );

  law(
    "T8 the same dimension returns the data bit for bit",
    fc.tuple(wildMix(3, 13), anyType, fc.boolean()),
    ([data, type, preserve]) => {
      expect(run(data, data.length, type, preserve).transformedData).toEqual(data.map((value) => value + 0));
    },
  );

  const pair = fc
    .tuple(anyDimension, anyDimension, anyType)
    .chain(([m, n, type]) =>
      fc.tuple(moderateMix(m), moderateMix(m), gaussian, gaussian, fc.constant(n), fc.constant(type)),
    );
  law("T10 the map is linear", pair, ([x, y, a, b, n, type]) => {
    const mixed = mapped(
      x.map((value, i) => a * value + b * (y[i] as number)),
      n,
      type,
    );
    const [ax, by] = [mapped(x, n, type), mapped(y, n, type)];
    const expected = ax.map((value, i) => a * value + b * (by[i] as number));
    expect(gap(mixed, expected, [...x.map((value) => a * value), ...y.map((value) => b * value)])).toBeLessThan(1e-13);
  });

  const duals = fc
    .tuple(anyDimension, anyDimension, anyType)
    .chain(([m, n, type]) => fc.tuple(moderateMix(m), moderateMix(n), fc.constant(type)));
  law("T11 the map back is the adjoint", duals, ([x, w, type]) => {
    const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
    const difference = dot(mapped(x, w.length, type), w) - dot(x, mapped(w, x.length, type));
    expect(Math.abs(difference)).toBeLessThanOrEqual(1e-14 * norm(x) * norm(w));
  });

  law(
    "T12 linear maps straight lines to straight lines",
    fc.tuple(gaussian, gaussian, anyDimension, anyDimension, fc.boolean()),
    ([start, slope, m, n, preserve]) => {
      const line = Array.from({ length: m }, (_, i) => start + slope * i);
      const y = run(line, n, "linear", preserve).transformedData;
      const bends = y.slice(2).map((value, i) => value - 2 * (y[i + 1] as number) + (y[i] as number));
      expect(
        gap(
          bends,
          bends.map(() => 0),
          y,
        ),
      ).toBeLessThan(1e-13);
    },
  );

  law(
    "T13 harmonic maps constants to constants",
    fc.tuple(anyScale, anyDimension, anyDimension, fc.boolean()),
    ([value, m, n, preserve]) => {
      const y = run(Array(m).fill(value), n, "harmonic", preserve).transformedData;
      // The map keeps the length sqrt(m) |value| of a constant, up or down.
      expect(relativeError(y, Array(n).fill(value * Math.sqrt(m / n)))).toBeLessThan(1e-14);
    },
  );

  const kernel = fc
    .tuple(anyDimension, anyDimension, anyType)
    .filter(([m, n]) => m > n)
    .chain(([m, n, type]) =>
      fc.tuple(
        fc.array(gaussian, { minLength: m - n, maxLength: m - n }),
        uniform(-290, 290).map((exponent) => 10 ** exponent),
        fc.constant([m, n] as const),
        fc.constant(type),
      ),
    );
  law("T14 data in the kernel become the coarsest mode, at full magnitude", kernel, ([fine, scale, [m, n], type]) => {
    const q = basis(type, m);
    const data = Array.from({ length: m }, (_, i) =>
      fine.reduce((sum, weight, k) => sum + weight * scale * q.get(i, n + k), 0),
    );
    const kept = run(data, n, type);
    const coarsest = Array.from({ length: n }, (_, i) => norm(data) * basis(type, n).get(i, 0));
    expect(relativeError(kept.transformedData, coarsest)).toBeLessThan(1e-14);
    expect(relativeError([norm(kept.transformedData)], [norm(data)])).toBeLessThan(1e-14);
    expect(kept.metrics.dimensionalCoherence).toBe(0);
    expect(mapped(data, n, type)).toEqual(Array(n).fill(0));
  });
});

describe("the metrics", () => {
  test("harmonic balance is 0 for one harmonic and 1 for an even spread", () => {
    expect(run([1, 1, 1, 1, 1], 8, "harmonic").metrics.harmonicBalance).toBeCloseTo(0, 12);
    const even = Array.from({ length: 5 }, (_, i) =>
      [0, 1, 2, 3, 4].reduce((sum, k) => sum + basis("harmonic", 5).get(i, k), 0),
    );
    expect(run(even, 5, "harmonic").metrics.harmonicBalance).toBeCloseTo(1, 12);
  });

  law("phi resonance is that of the data returned, at depth 3", either, ([data, n, type]) => {
    const { transformedData, metrics } = run(data, n, type);
    expect(metrics.phiResonance).toBe(phiResonance(transformedData, 3));
  });

  test("zero data have full coherence and no resonance", () => {
    expect(run([0, 0, 0], 5, "phi").metrics).toEqual({ phiResonance: 0, harmonicBalance: 0, dimensionalCoherence: 1 });
  });
});

describe("faults", () => {
  const request = requestOf([1, 2, 3], 5, "harmonic", true);

  test("data of another length than the source dimensions are a dimension mismatch", () => {
    expect(faultOf(() => transform({ ...request, data: [1, Number.NaN] }))).toMatchObject({
      reason: "VECTOR_DIMENSION_MISMATCH",
      parameter: "data",
    });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1.01e300])(
    "%d is refused with its index and the range",
    (value) => {
      expect(faultOf(() => transform({ ...request, data: [1, 2, value] }))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "data[2]",
        provided: value,
        validRange: [-1e300, 1e300],
      });
    },
  );
});
