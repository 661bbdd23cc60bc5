import { describe, expect, test } from "vitest";
import {
  requireFiniteResult,
  requireLegalNumbers,
  requireLength,
} from "../../../../server/modules/geocode/mathematics/legal-numbers.ts";
import { faultOf } from "../../../support/fault-of.ts";

describe("legal numbers", () => {
  test("are finite and at most 1e300 in magnitude", () => {
    expect(() => requireLegalNumbers([0, -0, 5e-324, 1e300, -1e300], "data")).not.toThrow();
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.0000000000000002e300, -1e301])(
    "%s is refused with its index and the legal range",
    (value) => {
      expect(faultOf(() => requireLegalNumbers([1, 2, value, value], "data"))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "data[2]",
        provided: value,
        validRange: [-1e300, 1e300],
      });
    },
  );

  test("are in arrays of 1 to the given number of entries", () => {
    expect(() => requireLength([1], "data", 2)).not.toThrow();
    expect(() => requireLength([1, 2], "data", 2)).not.toThrow();
    for (const values of [[], [1, 2, 3]]) {
      expect(faultOf(() => requireLength(values, "data", 2))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter: "data",
        provided: values,
        validRange: [1, 2],
      });
    }
  });

  test("a result that is not finite is a transformation error", () => {
    expect(() => requireFiniteResult([Number.MAX_VALUE, -Number.MAX_VALUE])).not.toThrow();
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(faultOf(() => requireFiniteResult([0, value]))).toMatchObject({ reason: "TRANSFORMATION_ERROR" });
    }
  });
});
