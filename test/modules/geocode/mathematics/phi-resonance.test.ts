import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type PhiOperation,
  type PhiRequest,
  phiLengthMax,
  phiResonanceOperation,
} from "../../../../server/modules/geocode/mathematics/phi-resonance.ts";
import { phiResonance } from "../../../../server/modules/geocode/mathematics/resonance.ts";
import { phi } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { faultOf } from "../../../support/fault-of.ts";
import { anyScale, gaussian, law, moderateMix, numberMix, relativeError, wildMix } from "../../../support/laws/law.ts";
import { gap } from "./gap.ts";
import { expectRecorded, recordedResults } from "./recorded-results.ts";

const operations: PhiOperation[] = ["analyze", "optimize", "generate", "extend"];
const anyDepth = fc.integer({ min: 1, max: 7 });
const lengthMax = 24;
const anyData = numberMix(1, lengthMax);
const unit = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.95, 1));
const defaults = { depth: 3, targetResonance: 0.95, preserveEndpoints: true };

function run(data: readonly number[], operation: PhiOperation, options: Partial<PhiRequest> = {}) {
  return phiResonanceOperation({ ...defaults, ...options, data, operation });
}

/** n numbers that grow by phi (or 1/phi) in magnitude, with any signs. */
const goldenData = fc
  .tuple(
    gaussian,
    fc.constantFrom(phi, 1 / phi),
    fc.array(fc.constantFrom(1, -1), { minLength: 2, maxLength: lengthMax }),
  )
  .filter(([start]) => start !== 0)
  .map(([start, ratio, signs]) => signs.map((sign, i) => sign * start * ratio ** i));

describe("recorded results", () => {
  test.each(recordedResults("phi-resonance"))("$id gives the recorded result", ({ request, result }) => {
    expectRecorded(phiResonanceOperation({ ...defaults, ...request }), result);
  });
});

describe("the resonance", () => {
  law("is c / (1 + E^2) over all pairs of nonzero entries", fc.tuple(anyData, anyDepth), ([data, depth]) => {
    expect(phiResonance(data, depth)).toBeCloseTo(plainResonance(data, depth), 12);
  });

  law(
    "P2 is invariant under scale and signs",
    fc.tuple(fc.array(fc.tuple(gaussian, fc.boolean()), { maxLength: lengthMax }), anyDepth),
    ([entries, depth]) => {
      const data = entries.map(([value]) => value);
      const mirrored = entries.map(([value, flip]) => (flip ? -value : value));
      const expected = phiResonance(data, depth);
      expect(phiResonance(mirrored, depth)).toBe(expected);
      for (const factor of [-8, 1e-290, 2 ** 900]) {
        const scaled = mirrored.map((value) => value * factor);
        expect(Math.abs(phiResonance(scaled, depth) - expected)).toBeLessThan(1e-12);
      }
    },
  );

  law("P3 is the same for the reversed data", fc.tuple(anyData, anyDepth), ([data, depth]) => {
    expect(Math.abs(phiResonance(data.toReversed(), depth) - phiResonance(data, depth))).toBeLessThan(1e-12);
  });

  law("P18 is the same for the reciprocals", fc.tuple(anyData, anyDepth), ([data, depth]) => {
    fc.pre(data.every((value) => value === 0 || Math.abs(value) > 1e-305));
    const reciprocals = data.map((value) => (value === 0 ? 0 : 1 / value));
    expect(Math.abs(phiResonance(reciprocals, depth) - phiResonance(data, depth))).toBeLessThan(1e-12);
  });

  law("P11 is 1 for growth by the golden ratio", fc.tuple(goldenData, anyDepth), ([data, depth]) => {
    expect(phiResonance(data, depth)).toBeGreaterThan(1 - 1e-12);
  });

  law(
    "P12 is 1/2 for a constant",
    fc.tuple(anyScale, fc.integer({ min: 2, max: 40 }), anyDepth),
    ([value, n, depth]) => {
      expect(phiResonance(Array(n).fill(value), depth)).toBeCloseTo(1 / 2, 14);
    },
  );

  test("is 0 for one number and without two nonzero numbers", () => {
    for (const data of [[], [5], [0, 0, 0], [0, 3, 0]]) expect(phiResonance(data, 3)).toBe(0);
  });

  test("is reduced by the weight of the pairs with a zero", () => {
    // The zero is in two of three pairs at lag 1, in one of two at lag 2, in none at lag 3.
    const [golden, broken] = [
      [1, phi, phi ** 2, phi ** 3],
      [1, 0, phi ** 2, phi ** 3],
    ];
    expect(phiResonance(golden, 7)).toBeCloseTo(1, 14);
    expect(phiResonance(broken, 7)).toBeCloseTo((1 / 3 + 1 / 2 + 1) / 3, 14);
  });
});

describe("every operation", () => {
  law(
    "P1 gives resonances, metrics and strengths in [0, 1]",
    fc.tuple(wildMix(1, lengthMax), anyDepth, unit, fc.boolean()),
    ([data, depth, targetResonance, preserveEndpoints]) => {
      for (const operation of operations) {
        const { phiMetrics, phiPatterns } = run(data, operation, { depth, targetResonance, preserveEndpoints });
        const { sequenceAnalysis, ...resonances } = phiMetrics;
        const strengths = phiPatterns.map((pattern) => pattern.strength);
        for (const metric of [...Object.values(resonances), ...Object.values(sequenceAnalysis), ...strengths]) {
          expect(metric >= 0 && metric <= 1).toBe(true);
        }
        expect(Object.keys(resonances).length).toBe(operation === "analyze" ? 1 : 2);
      }
    },
  );

  law(
    "P5 gives finite numbers, and echoes the data unchanged",
    fc.tuple(wildMix(1, lengthMax), anyDepth),
    ([data, depth]) => {
      for (const operation of operations) {
        const { originalData, ...rest } = run(data, operation, { depth });
        expect(originalData).toEqual(data.map((value) => value + 0));
        expect(
          [rest.optimizedData, rest.generatedData, rest.extendedData]
            .flat()
            .every((v) => v === undefined || Number.isFinite(v)),
        ).toBe(true);
      }
    },
  );

  law("describes the new data as analyze does", fc.tuple(moderateMix(1, lengthMax), anyDepth), ([data, depth]) => {
    for (const operation of ["optimize", "generate", "extend"] as const) {
      const answer = run(data, operation, { depth });
      const newData = answer.optimizedData ?? answer.generatedData ?? answer.extendedData ?? [];
      const { phiMetrics, phiPatterns } = run(newData, "analyze", { depth });
      const { optimizedResonance, generatedResonance, extendedResonance } = answer.phiMetrics;
      expect(optimizedResonance ?? generatedResonance ?? extendedResonance).toBe(phiMetrics.originalResonance);
      expect(answer.phiMetrics.sequenceAnalysis).toEqual(phiMetrics.sequenceAnalysis);
      expect(answer.phiPatterns).toEqual(phiPatterns);
      expect(answer.phiMetrics.originalResonance).toBe(phiResonance(data, depth));
    }
  });

  test("keeps a single number unchanged", () => {
    const nothing = { fibonacciAlignment: 0, goldenAngleCoherence: 0, phiRatioConsistency: 0 };
    expect(run([-4], "analyze")).toEqual({
      originalData: [-4],
      phiMetrics: { originalResonance: 0, sequenceAnalysis: nothing },
      phiPatterns: [],
    });
    expect(run([-4], "optimize").optimizedData).toEqual([-4]);
    expect(run([-4], "generate").generatedData).toEqual([-4]);
    expect(run([-4], "extend", { depth: 2 }).extendedData).toEqual([-4, -4 * phi, -4 + -4 * phi]);
  });
});

describe("generate", () => {
  law(
    "P13 cuts every interval into F(depth + 2) parts and keeps the data bit for bit",
    fc.tuple(anyData, anyDepth),
    ([data, depth]) => {
      const parts = [2, 3, 5, 8, 13, 21, 34][depth - 1] as number;
      const { generatedData = [] } = run(data, "generate", { depth });
      expect(generatedData.length).toBe((data.length - 1) * parts + 1);
      expect(generatedData.filter((_, i) => i % parts === 0)).toEqual(data.map((value) => value + 0));
    },
  );

  law(
    "P13 interpolates linearly: it commutes with sums",
    fc.tuple(fc.array(fc.tuple(gaussian, gaussian), { minLength: 2, maxLength: 9 }), anyDepth),
    ([pairs, depth]) => {
      const made = (of: (pair: [number, number]) => number) =>
        run(pairs.map(of), "generate", { depth }).generatedData ?? [];
      const [a, b] = [made(([x]) => x), made(([, y]) => y)];
      expect(
        gap(
          made(([x, y]) => x + y),
          a.map((value, i) => value + (b[i] as number)),
          [...a, ...b],
        ),
      ).toBeLessThan(1e-15 * 4);
    },
  );

  test("P19 places the cuts so that neighbouring gaps have the ratio 1, phi or 1/phi", () => {
    for (let depth = 1; depth <= 7; depth++) {
      const cuts = run([0, 1], "generate", { depth }).generatedData ?? [];
      const gaps = cuts.slice(1).map((cut, i) => cut - (cuts[i] as number));
      const lengths = new Set<number>();
      for (let i = 1; i < gaps.length; i++) {
        const ratio = (gaps[i] as number) / (gaps[i - 1] as number);
        const nearest = [1, phi, 1 / phi].toSorted((a, b) => Math.abs(a - ratio) - Math.abs(b - ratio))[0] as number;
        expect(Math.abs(ratio - nearest)).toBeLessThan(1e-12);
        lengths.add(nearest);
      }
      expect(gaps[0]).toBeCloseTo(phi ** -depth, 14);
      // No two short parts are adjacent.
      expect(
        gaps.some((part, i) => i > 0 && part < 0.9 * phi ** -depth && (gaps[i - 1] as number) < 0.9 * phi ** -depth),
      ).toBe(false);
    }
  });
});

describe("extend", () => {
  law(
    "P14 keeps the data and appends depth entries, each the sum of the two before",
    fc.tuple(numberMix(2, lengthMax), anyDepth),
    ([data, depth]) => {
      const { extendedData = [] } = run(data, "extend", { depth });
      expect(extendedData.length).toBe(data.length + depth);
      expect(extendedData.slice(0, data.length)).toEqual(data.map((value) => value + 0));
      for (let i = data.length; i < extendedData.length; i++) {
        expect(extendedData[i]).toBe((extendedData[i - 1] as number) + (extendedData[i - 2] as number));
      }
    },
  );

  test("P14 continues Fibonacci numbers exactly", () => {
    expect(run([1, 1, 2, 3, 5], "extend", { depth: 7 }).extendedData).toEqual([
      1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144,
    ]);
  });
});

describe("the sequence analysis", () => {
  const start = fc.integer({ min: -50, max: 50 });
  law(
    "P16 aligns any sequence of sums, read in its direction, with Fibonacci",
    fc.tuple(start, start, fc.integer({ min: 30, max: 60 })),
    ([a, b, n]) => {
      fc.pre(a !== 0 || b !== 0);
      const data = [a, b];
      while (data.length < n) data.push((data.at(-1) as number) + (data.at(-2) as number));
      fc.pre(!data.includes(0));
      for (const values of [data, data.toReversed()]) {
        expect(run(values, "analyze").phiMetrics.sequenceAnalysis.fibonacciAlignment).toBe(1);
      }
    },
  );

  law(
    "is perfect for golden data up to signs, and finds both patterns",
    fc.tuple(goldenData, anyDepth),
    ([data, depth]) => {
      const { phiMetrics, phiPatterns } = run(data, "analyze", { depth });
      expect(phiMetrics.sequenceAnalysis.goldenAngleCoherence).toBeGreaterThan(1 - 1e-12);
      expect(phiMetrics.sequenceAnalysis.phiRatioConsistency).toBe(1);
      const rising = Math.abs(data[1] as number) > Math.abs(data[0] as number);
      expect(phiPatterns).toEqual([
        { type: "ratio", strength: expect.closeTo(1, 12), locations: data.slice(1).map((_, i) => i) },
        { type: "spiral", strength: expect.closeTo(1, 12), center: rising ? 0 : data.length - 1 },
      ]);
    },
  );

  law(
    "is invariant under scale",
    fc.tuple(fc.array(gaussian, { minLength: 1, maxLength: lengthMax }), anyDepth),
    ([data, depth]) => {
      const analysis = (factor: number) =>
        Object.values(
          run(
            data.map((value) => factor * value),
            "analyze",
            { depth },
          ).phiMetrics.sequenceAnalysis,
        );
      for (const factor of [-1, 2 ** 900, 2 ** -900]) {
        analysis(factor).forEach((value, i) => {
          expect(value).toBeCloseTo(analysis(1)[i] as number, 10);
        });
      }
    },
  );

  test("finds the center of a spiral that opens to both sides, and skips zeros", () => {
    const data = [phi ** 3, -(phi ** 2), phi, 1, -phi, phi ** 2];
    expect(run(data, "analyze").phiPatterns).toContainEqual({
      type: "spiral",
      strength: expect.closeTo(1, 12),
      center: 3,
    });
    const { phiMetrics, phiPatterns } = run([1, phi, 0, phi ** 3, phi ** 4], "analyze");
    expect(phiPatterns[0]).toEqual({ type: "ratio", strength: expect.closeTo(1, 12), locations: [0, 3] });
    expect(phiMetrics.sequenceAnalysis.phiRatioConsistency).toBe(1 / 2);
    expect(phiMetrics.sequenceAnalysis.goldenAngleCoherence).toBeCloseTo(1 / 2, 12);
    // Half of the steps are valid, as in a constant sequence, so there is no spiral.
    expect(phiPatterns.length).toBe(1);
  });

  test("finds no pattern in a constant", () => {
    expect(run([3, 3, -3, 3], "analyze").phiPatterns).toEqual([]);
  });
});

describe("faults", () => {
  test("no data and too many data are refused before any entry is checked", () => {
    for (const length of [0, phiLengthMax + 1]) {
      for (const operation of operations) {
        expect(faultOf(() => run(Array(length).fill(Number.NaN), operation))).toMatchObject({
          reason: "PARAMETER_INVALID",
          parameter: "data",
          provided: Array(length).fill(Number.NaN),
          validRange: [1, 100_000],
        });
      }
    }
  });

  test("a number that is not finite or above 1e300 is refused in every operation", () => {
    for (const operation of operations) {
      expect(faultOf(() => run([1, 2, Number.NaN], operation))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "data[2]",
        provided: Number.NaN,
        validRange: [-1e300, 1e300],
      });
    }
  });

  test("more than 100000 generated numbers are refused by depth, with the legal depths", () => {
    expect(faultOf(() => run(Array(20_000).fill(1), "generate", { depth: 7 }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "depth",
      provided: 7,
      validRange: [1, 3],
    });
    expect(run(Array(20_000).fill(1), "generate", { depth: 3 }).generatedData?.length).toBe(99_996);
    const withoutDepth = faultOf(() => run(Array(60_000).fill(1), "generate", { depth: 1 }));
    expect(withoutDepth).toMatchObject({ reason: "PARAMETER_INVALID", parameter: "depth", provided: 1 });
    expect(withoutDepth).not.toHaveProperty("validRange");
  });
});

test("100000 numbers are answered by every operation", () => {
  const data = Array.from({ length: phiLengthMax }, (_, i) => Math.sin(i * i));
  const expected = plainResonance(data, 7);
  for (const operation of ["analyze", "optimize", "extend"] as const) {
    const { phiMetrics } = run(data, operation, { depth: 7 });
    expect(relativeError([phiMetrics.originalResonance], [expected])).toBeLessThan(1e-9);
  }
});

/** Resonance by its definition, pair by pair. */
function plainResonance(data: readonly number[], depth: number): number {
  const n = data.length;
  const lags = Math.min(depth, n - 1);
  const pairs: { weight: number; rate: number }[] = [];
  for (let k = 1; k <= lags; k++) {
    for (let i = 0; i + k < n; i++) {
      const [x, y] = [data[i] as number, data[i + k] as number];
      if (x === 0 || y === 0) continue;
      const rate = (Math.log(Math.abs(y)) - Math.log(Math.abs(x))) / Math.log(phi) / k;
      pairs.push({ weight: 1 / (lags * (n - k)), rate });
    }
  }
  if (pairs.length === 0) return 0;
  const total = (of: (pair: { weight: number; rate: number }) => number) =>
    pairs.reduce((sum, pair) => sum + pair.weight * of(pair), 0);
  const coverage = total(() => 1);
  const direction = total(({ rate }) => rate) >= 0 ? 1 : -1;
  return coverage / (1 + total(({ rate }) => (direction * rate - 1) ** 2) / coverage);
}
