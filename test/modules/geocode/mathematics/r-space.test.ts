import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PrimeSpaceName, primeSpaces } from "../../../../server/modules/geocode/mathematics/prime-space.ts";
import {
  type RSpaceOperation,
  type RSpaceParameters,
  rSpace,
  rSpaceLengthMax,
} from "../../../../server/modules/geocode/mathematics/r-space.ts";
import { norm } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { faultOf } from "../../../support/fault-of.ts";
import { law, moderateMix, numberMix, relativeError, uniform, wildMix } from "../../../support/laws/law.ts";
import { gap } from "./gap.ts";
import { expectRecorded, recordedResults } from "./recorded-results.ts";

const spaceNames: PrimeSpaceName[] = ["R7", "R11", "R13"];
const operations: RSpaceOperation[] = ["project", "rotate", "invert", "harmonize"];
const anySpace = fc.constantFrom(...spaceNames);
const lengthMax = 40;
/** Data so far below the largest legal number that results are legal data again. */
const anyData = fc.tuple(
  numberMix(1, lengthMax).map((data) => data.map((value) => value / 1024)),
  anySpace,
);
const wildData = fc.tuple(wildMix(1, lengthMax), anySpace);
const angle = uniform(-7, 7);

/** Parameters of all operations at once, all legal. */
const anyParameters = (space: PrimeSpaceName): fc.Arbitrary<RSpaceParameters> => {
  const { p } = primeSpaces[space];
  return fc.record({
    harmonics: fc.integer({ min: 0, max: (p - 1) / 2 }),
    rotationAngle: angle,
    rotationPlane: fc.uniqueArray(fc.integer({ min: 0, max: p - 1 }), { minLength: 2, maxLength: 2 }),
    normalize: fc.boolean(),
    strength: fc.oneof(uniform(0, 1), fc.constantFrom(0, 1)),
  });
};
const withParameters = wildData.chain(([data, space]) =>
  fc.tuple(fc.constant(data), fc.constant(space), anyParameters(space)),
);
const rotations = anyData.chain(([data, space]) =>
  fc.tuple(
    fc.constant(data),
    fc.constant(space),
    anyParameters(space).map(({ rotationPlane }) => rotationPlane),
    angle,
    angle,
  ),
);

function run(
  data: readonly number[],
  space: PrimeSpaceName,
  operation: RSpaceOperation,
  parameters: RSpaceParameters = {},
) {
  return rSpace({ data, rSpace: space, operation, parameters });
}

function result(
  data: readonly number[],
  space: PrimeSpaceName,
  operation: RSpaceOperation,
  parameters: RSpaceParameters = {},
) {
  return run(data, space, operation, parameters).transformedData;
}

function padded(data: readonly number[], space: PrimeSpaceName): number[] {
  const { p } = primeSpaces[space];
  return Array.from({ length: p * Math.ceil(data.length / p) }, (_, i) => (data[i] ?? 0) + 0);
}

describe("recorded results", () => {
  test.each(recordedResults("r-space"))("$id gives the recorded result", ({ request, result: expected }) => {
    expectRecorded(rSpace({ parameters: {}, ...request }), expected);
  });
});

describe("project", () => {
  law("R1 is an isometry", anyData, ([data, space]) => {
    expect(relativeError([norm(result(data, space, "project"))], [norm(data)])).toBeLessThan(1e-14);
  });

  law("R2 twice is the identity", anyData, ([data, space]) => {
    expect(relativeError(result(result(data, space, "project"), space, "project"), padded(data, space))).toBeLessThan(
      1e-14,
    );
  });

  law(
    "R13 with few harmonics and again is an idempotent filter",
    fc.tuple(anyData, fc.integer({ min: 0, max: 6 })),
    ([[data, space], wish]) => {
      const harmonics = Math.min(wish, (primeSpaces[space].p - 1) / 2);
      const filter = (x: readonly number[]) => result(result(x, space, "project", { harmonics }), space, "project");
      const once = filter(data);
      expect(gap(filter(once), once, data)).toBeLessThan(1e-14);
    },
  );

  test("gives the coordinates by the characters of Z/p, without those above the highest harmonic", () => {
    for (const space of spaceNames) {
      const { p } = primeSpaces[space];
      const data = Array.from({ length: p }, (_, k) => Math.cos(k * k));
      const coordinate = (j: number) =>
        data.reduce((sum, x, k) => {
          const turn = (2 * Math.PI * j * k) / p;
          return sum + (x * (Math.cos(turn) + Math.sin(turn))) / Math.sqrt(p);
        }, 0);
      for (let harmonics = 0; harmonics <= (p - 1) / 2; harmonics++) {
        const expected = data.map((_, j) => (Math.min(j, p - j) <= harmonics ? coordinate(j) : 0));
        expect(gap(result(data, space, "project", { harmonics }), expected, data)).toBeLessThan(1e-13);
      }
    }
  });
});

describe("invert", () => {
  law("R3 twice is the identity, bit for bit", wildData, ([data, space]) => {
    expect(result(result(data, space, "invert"), space, "invert")).toEqual(padded(data, space));
  });

  law("R3 is an isometry", anyData, ([data, space]) => {
    expect(relativeError([norm(result(data, space, "invert"))], [norm(data)])).toBeLessThan(1e-14);
  });

  test("R3 puts residue class k where its reciprocal is", () => {
    for (const space of spaceNames) {
      const { p } = primeSpaces[space];
      const data = Array.from({ length: 2 * p }, (_, i) => i + 1);
      const inverted = result(data, space, "invert");
      for (let k = 1; k < p; k++) {
        const reciprocal = inverted.indexOf(k + 1);
        expect((k * reciprocal) % p).toBe(1);
        expect(inverted[p + reciprocal]).toBe(p + k + 1);
      }
      expect([inverted[0], inverted[1], inverted[p - 1]]).toEqual([1, 2, p]);
    }
  });
});

describe("harmonize", () => {
  law("R4 is idempotent", anyData, ([data, space]) => {
    const once = result(data, space, "harmonize");
    expect(relativeError(result(once, space, "harmonize"), once)).toBeLessThan(4e-15);
  });

  const withStrength = fc.tuple(numberMix(1, lengthMax), anySpace, fc.oneof(uniform(0, 1), fc.constantFrom(0, 1)));
  law("R5 never lengthens and keeps the sum", withStrength, ([data, space, strength]) => {
    const y = result(data, space, "harmonize", { strength });
    expect(norm(y)).toBeLessThanOrEqual(norm(data) * (1 + 1e-14));
    // Divided by the largest first, so that sums of numbers around 1e300 stay in range.
    const largest = Math.max(...data.map(Math.abs)) || 1;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value / largest, 0);
    expect(Math.abs(sum(y) - sum(data))).toBeLessThan(1e-14 * data.length);
  });

  law("R6 makes the prime resonance 1", anyData, ([data, space]) => {
    const y = run(data, space, "harmonize");
    fc.pre(norm(y.transformedData) > 0);
    expect(y.rSpaceMetrics.primeResonance).toBeGreaterThan(1 - 1e-14);
  });

  law("R9 commutes with invert", anyData, ([data, space]) => {
    const [a, b] = [
      result(result(data, space, "invert"), space, "harmonize"),
      result(result(data, space, "harmonize"), space, "invert"),
    ];
    expect(gap(a, b, data)).toBeLessThan(1e-14);
  });

  law("R10 commutes with project", anyData, ([data, space]) => {
    const [a, b] = [
      result(result(data, space, "project"), space, "harmonize"),
      result(result(data, space, "harmonize"), space, "project"),
    ];
    expect(gap(a, b, data)).toBeLessThan(1e-14);
  });

  law("R4 by strength s moves a share s of the way", withStrength, ([data, space, strength]) => {
    const x = padded(data, space);
    const whole = result(data, space, "harmonize");
    const expected = x.map((value, i) => (1 - strength) * value + strength * (whole[i] as number));
    expect(gap(result(data, space, "harmonize", { strength }), expected, x)).toBeLessThan(1e-15);
  });

  test("R14 averages over the cycles of decimal digits: 1 + 1, 1 + 5 and 1 + 2 of them", () => {
    const sizes = spaceNames.map((space) => primeSpaces[space].orbits.map((orbit) => orbit.length));
    expect(sizes).toEqual([
      [1, 6],
      [1, 2, 2, 2, 2, 2],
      [1, 6, 6],
    ]);
    // 1/7 = 0.142857...: a digit is the integer part of ten times the remainder over 7.
    expect(primeSpaces.R7.orbits[1]?.map((remainder) => Math.floor((10 * remainder) / 7)).join("")).toBe("142857");
    for (const space of spaceNames) {
      const { p, orbits } = primeSpaces[space];
      for (const orbit of orbits) {
        orbit.forEach((k, i) => {
          expect(orbit[(i + 1) % orbit.length]).toBe((10 * k) % p);
        });
      }
      expect(orbits.flat().toSorted((a, b) => a - b)).toEqual([...Array(p).keys()]);
    }
  });
});

describe("rotate", () => {
  law("R7 is an isometry", rotations, ([data, space, rotationPlane, rotationAngle]) => {
    const y = result(data, space, "rotate", { rotationPlane, rotationAngle });
    expect(relativeError([norm(y)], [norm(data)])).toBeLessThan(1e-14);
  });

  law("R7 by the opposite angle is the inverse", rotations, ([data, space, rotationPlane, rotationAngle]) => {
    const y = result(data, space, "rotate", { rotationPlane, rotationAngle });
    const back = result(y, space, "rotate", { rotationPlane, rotationAngle: -rotationAngle });
    expect(relativeError(back, padded(data, space))).toBeLessThan(1e-14);
  });

  law("R7 by two angles is by their sum", rotations, ([data, space, rotationPlane, first, second]) => {
    const turned = (x: readonly number[], rotationAngle: number) =>
      result(x, space, "rotate", { rotationPlane, rotationAngle });
    expect(gap(turned(turned(data, first), second), turned(data, first + second), data)).toBeLessThan(1e-14);
  });

  law(
    "R8 with normalize the result has length 1, or stays zero",
    rotations,
    ([data, space, rotationPlane, rotationAngle]) => {
      const y = result(data, space, "rotate", { rotationPlane, rotationAngle, normalize: true });
      expect(Math.abs(norm(y) - (norm(data) > 0 ? 1 : 0))).toBeLessThan(1e-14);
    },
  );

  law("R12 by the angle 0 changes nothing and keeps all phases", rotations, ([data, space, rotationPlane]) => {
    const { transformedData, rSpaceMetrics } = run(data, space, "rotate", { rotationPlane, rotationAngle: 0 });
    expect(relativeError(transformedData, padded(data, space))).toBe(0);
    expect(rSpaceMetrics.preservation.phase).toBeGreaterThan(1 - 1e-15);
    expect(rSpaceMetrics.preservation.magnitude).toBe(1);
  });

  test("turns the plane [0, 1] by 2 pi / p by default, and no other coordinate", () => {
    for (const space of spaceNames) {
      const { p } = primeSpaces[space];
      const data = Array.from({ length: 2 * p }, (_, i) => i + 1);
      const [c, s] = [Math.cos((2 * Math.PI) / p), Math.sin((2 * Math.PI) / p)];
      const expected = data.map((value, i) => {
        if (i % p === 0) return c * value - s * (value + 1);
        return i % p === 1 ? s * (value - 1) + c * value : value;
      });
      expect(relativeError(result(data, space, "rotate"), expected)).toBeLessThan(1e-15);
      const mirrored = result(data, space, "rotate", { rotationPlane: [1, 0], rotationAngle: (-2 * Math.PI) / p });
      expect(relativeError(mirrored, expected)).toBeLessThan(1e-15);
    }
  });
});

describe("every operation", () => {
  law("R11 gives p ceil(n/p) finite numbers and metrics in [0, 1]", withParameters, ([data, space, parameters]) => {
    for (const operation of operations) {
      const { transformedData, rSpaceMetrics } = run(data, space, operation, parameters);
      expect(transformedData.length).toBe(padded(data, space).length);
      expect(transformedData.every(Number.isFinite)).toBe(true);
      const { preservation, primeResonance } = rSpaceMetrics;
      for (const metric of [...Object.values(preservation), primeResonance]) {
        expect(metric >= 0 && metric <= 1).toBe(true);
      }
      expect([rSpaceMetrics.space, rSpaceMetrics.operation]).toEqual([space, operation]);
    }
  });

  const moderate = fc
    .tuple(moderateMix(1, lengthMax), anySpace)
    .chain(([data, space]) => fc.tuple(fc.constant(data), fc.constant(space), anyParameters(space)));
  law(
    "measures magnitude, energy, phase and prime resonance by their definitions",
    moderate,
    ([data, space, parameters]) => {
      for (const operation of operations) {
        const { transformedData, rSpaceMetrics } = run(data, space, operation, parameters);
        const x = padded(data, space);
        const [before, after] = [norm(x), norm(transformedData)];
        fc.pre(before > 0 && after > 1e-9 * before);
        const { magnitude, energy, phase } = rSpaceMetrics.preservation;
        expect(magnitude).toBeCloseTo(Math.min(before, after) / Math.max(before, after), 12);
        expect(energy).toBeCloseTo(magnitude ** 2, 12);
        expect(phase).toBeCloseTo((1 + meanCosine(x, transformedData, primeSpaces[space].p)) / 2, 9);
        const constant = norm(result(transformedData, space, "harmonize"));
        expect(rSpaceMetrics.primeResonance).toBeCloseTo((constant / after) ** 2, 12);
      }
    },
    4,
  );

  test("has full preservation for zero data, and none when only the result is zero", () => {
    const zero = run([0, -0], "R7", "rotate");
    expect(zero.transformedData).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(zero.rSpaceMetrics.preservation).toEqual({ magnitude: 1, energy: 1, phase: 1 });
    expect(zero.rSpaceMetrics.primeResonance).toBe(0);
    const lost = run([0, 1, -1], "R11", "project", { harmonics: 0 });
    expect(norm(lost.transformedData)).toBe(0);
    expect(lost.rSpaceMetrics.preservation).toEqual({ magnitude: 0, energy: 0, phase: 1 / 2 });
  });

  test("reversed phases count 0", () => {
    const { preservation } = run([3, 4], "R13", "rotate", { rotationAngle: Math.PI }).rSpaceMetrics;
    expect(preservation.phase).toBeLessThan(1e-15);
    expect(preservation.magnitude).toBeGreaterThan(1 - 1e-15);
  });

  test("ignores the parameters of other operations", () => {
    const nonsense = { rotationAngle: Number.NaN, rotationPlane: [9, 9, 9], harmonics: -1, normalize: true };
    expect(result([1, 2], "R7", "invert", nonsense)).toEqual([1, 2, 0, 0, 0, 0, 0]);
    expect(() => run([1, 2], "R7", "harmonize", nonsense)).not.toThrow();
    expect(() => run([1, 2], "R7", "project", { ...nonsense, harmonics: 3 })).not.toThrow();
    expect(() => run([1, 2], "R7", "rotate", { harmonics: -1, strength: 7 })).not.toThrow();
  });
});

describe("faults", () => {
  test.each([[[0, 0]], [[0]], [[0, 1, 2]], [[0, 7]], [[-1, 0]], [[0.5, 1]], [[]], [[Number.NaN, 1]]])(
    "the rotation plane %j is refused",
    (rotationPlane) => {
      expect(faultOf(() => run([1], "R7", "rotate", { rotationPlane }))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "parameters.rotation_plane",
        provided: rotationPlane,
        validRange: [0, 6],
      });
    },
  );

  test.each([4, -1, 1.5, Number.NaN])("%d harmonics are refused in R7", (harmonics) => {
    expect(faultOf(() => run([1], "R7", "project", { harmonics }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "parameters.harmonics",
      provided: harmonics,
      validRange: [0, 3],
    });
  });

  test("an angle that is not finite is refused", () => {
    expect(faultOf(() => run([1], "R7", "rotate", { rotationAngle: Number.POSITIVE_INFINITY }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "parameters.rotation_angle",
      provided: Number.POSITIVE_INFINITY,
    });
  });

  test("no data and too many data are refused before any entry is checked", () => {
    for (const length of [0, rSpaceLengthMax + 1]) {
      for (const operation of operations) {
        expect(faultOf(() => run(Array(length).fill(Number.NaN), "R7", operation))).toMatchObject({
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
      expect(faultOf(() => run([1, 2, -1e301], "R7", operation))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "data[2]",
        provided: -1e301,
        validRange: [-1e300, 1e300],
      });
    }
  });
});

/** sum Re(conj X_f Y_f) / sum |X_f| |Y_f| over the Fourier coefficients of all blocks, term by term. */
function meanCosine(x: readonly number[], y: readonly number[], p: number): number {
  let inner = 0;
  let amplitudes = 0;
  for (let block = 0; block < x.length; block += p) {
    for (let f = 0; f < p; f++) {
      const [xr, xi] = fourier(x.slice(block, block + p), f);
      const [yr, yi] = fourier(y.slice(block, block + p), f);
      inner += xr * yr + xi * yi;
      amplitudes += Math.hypot(xr, xi) * Math.hypot(yr, yi);
    }
  }
  return inner / amplitudes;
}

function fourier(block: readonly number[], f: number): [number, number] {
  const turn = (2 * Math.PI * f) / block.length;
  return [
    block.reduce((sum, value, k) => sum + value * Math.cos(turn * k), 0),
    block.reduce((sum, value, k) => sum - value * Math.sin(turn * k), 0),
  ];
}
