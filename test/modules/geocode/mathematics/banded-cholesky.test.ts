import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { solveBanded } from "../../../../server/modules/geocode/mathematics/banded-cholesky.ts";
import { gaussian, law } from "../../../support/laws/law.ts";

/** A lower triangular band L and a solution x, for A = L L^T + 1. */
const systems = fc.tuple(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 0, max: 8 })).chain(([n, width]) =>
  fc.record({
    width: fc.constant(width),
    factor: fc.array(fc.array(gaussian, { minLength: width + 1, maxLength: width + 1 }), {
      minLength: n,
      maxLength: n,
    }),
    solution: fc.array(gaussian, { minLength: n, maxLength: n }),
  }),
);

describe("a banded system", () => {
  law("has the solution that gives its right side", systems, ({ width, factor, solution }) => {
    const n = solution.length;
    const lower = (i: number, j: number) => (j < 0 || j > i || i - j > width ? 0 : (factor[i]?.[i - j] as number));
    const entry = (i: number, j: number) => {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < n; k++) sum += lower(i, k) * lower(j, k);
      return sum;
    };
    const band = new Float64Array(n * (width + 1));
    for (let i = 0; i < n; i++) {
      for (let d = 0; d <= width; d++) band[i * (width + 1) + d] = i >= d ? entry(i, i - d) : Number.NaN;
    }
    const rightSide = Float64Array.from(solution, (_, i) =>
      solution.reduce((sum, value, j) => sum + entry(i, j) * value, 0),
    );
    const found = solveBanded(band, width, rightSide);
    const error = Math.max(...found.map((value, i) => Math.abs(value - (solution[i] as number))));
    expect(error).toBeLessThan(1e-9);
  });

  test("of a long uniform string is solved to rounding accuracy", () => {
    const n = 2000;
    const band = Float64Array.from({ length: 2 * n }, (_, at) => (at % 2 === 0 ? 2 : -1));
    const rightSide = new Float64Array(n).fill(1);
    const found = solveBanded(band, 1, rightSide);
    // -x'' = 1 with fixed ends has the parabola as its exact solution.
    const worst = found.reduce((most, value, i) => Math.max(most, Math.abs(value / (((i + 1) * (n - i)) / 2) - 1)), 0);
    expect(worst).toBeLessThan(1e-12);
  });

  test("without unknowns has the empty solution", () => {
    expect(solveBanded(new Float64Array(0), 3, new Float64Array(0))).toEqual(new Float64Array(0));
  });
});
