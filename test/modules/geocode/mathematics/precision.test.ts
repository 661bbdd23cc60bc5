import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Precision,
  significant,
  significantAll,
} from "../../../../server/modules/geocode/mathematics/precision.ts";
import { edgeNumber, law, numberMix, uniform } from "../../../support/laws/law.ts";
import { anyPrecision } from "./arbitraries.ts";

const digits: Record<Precision, number> = { low: 4, medium: 8, high: 17 };

/** Numbers that are hard to round: exact ties, powers of ten, and their neighbours. */
const awkward = fc
  .tuple(
    fc.integer({ min: 1, max: 10 ** 9 }),
    fc.constantFrom(0, 0.5),
    fc.integer({ min: -30, max: 30 }),
    fc.constantFrom(1, 1 - 2 ** -53, 1 + 2 ** -52, -1),
  )
  .chain(([count, half, decade, nudge]) =>
    fc.constantFrom(
      (count + half) * 10 ** decade * nudge,
      ((count + half) / 2 ** Math.abs(decade)) * nudge,
      10 ** decade * nudge,
    ),
  );

const anyNumber = fc.oneof(
  awkward,
  edgeNumber,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  uniform(-1000, 1000),
  fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE),
);

describe("significant digits", () => {
  law(
    "G10 equals the nearest decimal text of 4, 8 or 17 digits read back",
    fc.tuple(fc.array(anyNumber, { minLength: 50, maxLength: 50 }), anyPrecision),
    ([values, precision]) => {
      for (const value of values) {
        const text = Number(value.toPrecision(digits[precision]));
        expect(significant(value, precision)).toBe(Number.isFinite(text) ? text : value);
      }
    },
  );

  law("G10 rounding is idempotent", fc.tuple(numberMix(20), anyPrecision), ([values, precision]) => {
    const once = significantAll(values, precision);
    expect(significantAll(once, precision)).toEqual(once);
  });

  test("G10 high keeps every double, an overflow keeps the value, -0 becomes 0", () => {
    expect(significant(0.1 + 0.2, "high")).toBe(0.1 + 0.2);
    expect(significant(Number.MAX_VALUE, "low")).toBe(Number.MAX_VALUE);
    expect(significant(-0, "high")).toBe(0);
    expect(significant(-0, "low")).toBe(0);
  });

  test("G10 an integer is rounded like any other number", () => {
    expect(significant(1234567, "low")).toBe(1235000);
    expect(significant(0.5 + 1234567, "low")).toBe(1235000);
  });
});
