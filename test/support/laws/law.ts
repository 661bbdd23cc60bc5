import fc from "fast-check";
import { test } from "vitest";
import { requireHeld, runsOf } from "./runs.ts";

/**
 * Declares a test of a property on random inputs: LAW_RUNS of them (50), drawn from the seed LAW_SEED (1).
 *
 * The check throws or returns false if the property does not hold; `fc.pre` skips an input. `effort` divides the number
 * of inputs for slow checks. The failure message names the seed that repeats the inputs.
 */
export function law<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a check may return nothing
  check: (value: T) => boolean | void,
  effort = 1,
): void {
  test(name, () => {
    requireHeld(fc.check(fc.property(arbitrary, check), runsOf(effort)));
  });
}

/** Numbers uniform on the open interval (low, high). */
export function uniform(low: number, high: number): fc.Arbitrary<number> {
  const steps = 2 ** 31;
  return fc.noBias(fc.integer({ min: 0, max: steps - 1 })).map((step) => low + ((step + 0.5) / steps) * (high - low));
}

/** Standard normal numbers. */
export const gaussian: fc.Arbitrary<number> = fc
  .tuple(uniform(0, 1), uniform(0, 2 * Math.PI))
  .map(([u, angle]) => Math.sqrt(-2 * Math.log(u)) * Math.cos(angle));

const sign = fc.constantFrom(1, -1);

/** Numbers of either sign with a log-uniform magnitude over 600 decades. */
export const anyScale: fc.Arbitrary<number> = fc
  .tuple(sign, uniform(-300, 300))
  .map(([s, exponent]) => s * 10 ** exponent);

/** Normal numbers scaled by a factor spread over 24 decades. */
const mixedScale: fc.Arbitrary<number> = fc
  .tuple(gaussian, uniform(-12, 12))
  .map(([value, exponent]) => value * 10 ** exponent);

/** Smallest and largest legal numbers, both zeros, subnormals. */
export const edgeNumber: fc.Arbitrary<number> = fc.constantFrom(
  0,
  -0,
  1,
  -1,
  1e300,
  -1e300,
  5e-324,
  -5e-324,
  2 ** -1022,
  1e-310,
);

/** Sequences of numbers of every legal kind; `numberMix(n)` has n of them, `numberMix(min, max)` from min to max. */
export function numberMix(min: number, max = min): fc.Arbitrary<number[]> {
  return fc.oneof(...kinds(min, max));
}

/** `numberMix` without the kinds that come close to the limits of the number range. */
export function moderateMix(min: number, max = min): fc.Arbitrary<number[]> {
  return fc.oneof(
    list(gaussian, min, max),
    list(smallInteger, min, max),
    allEqual(fc.oneof(gaussian, smallInteger), min, max),
    list(mixedScale, min, max),
  );
}

/** `numberMix` and sequences full of edge cases: for properties without a tolerance, such as being finite. */
export function wildMix(min: number, max = min): fc.Arbitrary<number[]> {
  const edges = list(fc.oneof(edgeNumber, gaussian), min, max);
  return fc.oneof(...kinds(min, max), edges);
}

/**
 * Largest |actual_i - expected_i| relative to the largest |expected_i| (or |actual_i|, if that is larger).
 * 0 for equal arrays, Infinity for different lengths or anything not finite. Safe at the limits of the number range.
 */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const values of [actual, expected]) {
    for (let i = 0; i < values.length; i++) {
      const magnitude = Math.abs(values[i] as number);
      if (!Number.isFinite(magnitude)) return Number.POSITIVE_INFINITY;
      if (magnitude > largest) largest = magnitude;
    }
  }
  let error = 0;
  if (largest === 0) return 0;
  for (let i = 0; i < actual.length; i++) {
    // Halved before the subtraction: 1.7e308 - (-1.7e308) would overflow.
    error = Math.max(error, 2 * Math.abs((actual[i] as number) / 2 - (expected[i] as number) / 2));
  }
  return error / largest;
}

const smallInteger = fc.integer({ min: -5, max: 5 });

function kinds(min: number, max: number): fc.Arbitrary<number[]>[] {
  return [
    list(gaussian, min, max),
    list(smallInteger, min, max),
    allEqual(fc.oneof(gaussian, anyScale, smallInteger), min, max),
    list(
      uniform(-1, 1).map((value) => value * 1e300),
      min,
      max,
    ),
    list(
      uniform(-1, 1).map((value) => value * 1e-300),
      min,
      max,
    ),
    list(anyScale, min, max),
    list(mixedScale, min, max),
  ];
}

function list(number: fc.Arbitrary<number>, min: number, max: number): fc.Arbitrary<number[]> {
  return fc.array(number, { minLength: min, maxLength: max, size: "max" });
}

function allEqual(number: fc.Arbitrary<number>, min: number, max: number): fc.Arbitrary<number[]> {
  return fc.tuple(number, fc.integer({ min, max })).map(([value, length]) => new Array<number>(length).fill(value));
}
