import { describe, expect, test } from "vitest";
import { basis, transition } from "../../../../server/modules/geocode/mathematics/bases.ts";
import { phi } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { dimensions, transformationTypes } from "./arbitraries.ts";

const indices = (n: number) => [...Array(n).keys()];
const sum = (n: number, term: (i: number) => number) => indices(n).reduce((total, i) => total + term(i), 0);
const identity = (i: number, j: number) => (i === j ? 1 : 0);

describe.each(transformationTypes)("the %s bases", (type) => {
  test("T0 are orthogonal matrices in every dimension", () => {
    for (const n of dimensions) {
      const q = basis(type, n);
      for (const a of indices(n)) {
        for (const b of indices(n)) {
          expect(Math.abs(sum(n, (i) => q.get(i, a) * q.get(i, b)) - identity(a, b))).toBeLessThan(1e-14);
        }
      }
    }
  });

  test("T0 give the maps analyse, keep the coarsest, synthesise", () => {
    for (const m of dimensions) {
      for (const n of dimensions) {
        const [from, to, a] = [basis(type, m), basis(type, n), transition(type, m, n)];
        for (const row of indices(n)) {
          for (const column of indices(m)) {
            const expected = sum(Math.min(m, n), (k) => to.get(row, k) * from.get(column, k));
            expect(Math.abs((a[row * m + column] as number) - expected)).toBeLessThan(1e-14);
          }
        }
      }
    }
  });
});

describe("the golden bases", () => {
  test("T9 diagonalise phi^-|i-j| with strictly decreasing eigenvalues", () => {
    for (const n of dimensions) {
      const q = basis("phi", n);
      const form = (a: number, b: number) =>
        sum(n, (i) => sum(n, (j) => q.get(i, a) * phi ** -Math.abs(i - j) * q.get(j, b)));
      for (const a of indices(n)) {
        for (const b of indices(a)) expect(Math.abs(form(a, b))).toBeLessThan(1e-14);
        if (a > 0) expect(form(a, a)).toBeLessThan(form(a - 1, a - 1));
      }
    }
  });

  test("T9 column k changes sign k times and starts positive", () => {
    for (const n of dimensions) {
      for (const k of indices(n)) {
        // The middle entry of an odd column is zero up to rounding.
        const column = indices(n)
          .map((i) => basis("phi", n).get(i, k))
          .filter((entry) => Math.abs(entry) > 1e-12);
        const changes = column.filter((entry, i) => i > 0 && entry * (column[i - 1] as number) < 0).length;
        expect([(column[0] as number) > 0, changes]).toEqual([true, k]);
      }
    }
  });
});

test("T12 column k of the linear basis is a polynomial of degree k that ends positive", () => {
  for (const n of dimensions) {
    for (const k of indices(n)) {
      let differences = indices(n).map((i) => basis("linear", n).get(i, k));
      expect(differences.at(-1)).toBeGreaterThan(0);
      for (let order = 0; order <= k; order++)
        differences = differences.slice(1).map((entry, i) => entry - (differences[i] as number));
      for (const difference of differences) expect(Math.abs(difference)).toBeLessThan(1e-15 * 2 ** (k + 3));
    }
  }
});

test("the jitterbug twists the first appended coordinate by the angle from cuboctahedron to icosahedron", () => {
  const q = basis("jitterbug", 4);
  // Trace of the twist of coordinates 1, 2, 3 is 1 + 2 cos(angle).
  const cosine = (q.get(1, 1) + q.get(2, 2) + q.get(3, 3) - 1) / 2;
  expect((Math.acos(cosine) * 180) / Math.PI).toBeCloseTo(22.2388, 4);
});
