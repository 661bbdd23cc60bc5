import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { colourOf, sharesOf } from "../../../clients/console/src/pictures/colours.ts";
import { orbitsOf } from "../../../clients/console/src/pictures/decimal-orbits.ts";
import { edgesOf, solidNames, verticesOf } from "../../../clients/console/src/pictures/solids.ts";
import { solid } from "../../support/geocode-operations.ts";
import { law } from "../../support/laws/law.ts";

const facesOf = { tetrahedron: 4, cube: 6, octahedron: 8, dodecahedron: 12, icosahedron: 20 };

describe.each(solidNames)("the %s of the pictures", (name) => {
  test("lies on the unit sphere, and has the edges that Euler's formula gives", () => {
    const vertices = verticesOf(name);
    for (const vertex of vertices) expect(Math.hypot(...vertex)).toBeCloseTo(1, 12);
    expect(vertices.length - edgesOf(vertices).length + facesOf[name]).toBe(2);
  });

  test("has the distances between vertices that the service's has", () => {
    const distances = (points: readonly (readonly number[])[]) =>
      points
        .flatMap((a) => points.map((b) => Math.hypot(...a.map((value, axis) => value - (b[axis] as number)))))
        .sort();
    const theirs = distances(solid(name).vertices);
    const ours = distances(verticesOf(name));
    expect(ours.length).toBe(theirs.length);
    const scale = Math.max(...theirs) / Math.max(...ours);
    for (const [index, distance] of ours.sort((a, b) => a - b).entries()) {
      expect(distance * scale).toBeCloseTo(theirs.sort((a, b) => a - b)[index] as number, 6);
    }
  });
});

law(
  "shares keep the order of values, and lie between 0 and 1",
  fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }),
  (values) => {
    const shares = sharesOf(values);
    for (const [index, share] of shares.entries()) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      for (const [other, another] of shares.entries()) {
        if ((values[index] as number) < (values[other] as number)) expect(share).toBeLessThanOrEqual(another);
      }
    }
  },
);

law(
  "colours are colours, and get lighter",
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  ([a, b]) => {
    const light = (share: number) => {
      const text = colourOf(share);
      expect(text).toMatch(/^#[0-9a-f]{6}$/);
      const [red = 0, green = 0, blue = 0] = (text.slice(1).match(/../g) ?? []).map((one) => Number.parseInt(one, 16));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    if (a < b) expect(light(a)).toBeLessThanOrEqual(light(b) + 1);
  },
);

test("the orbits of a prime are the periods of its decimal fractions", () => {
  expect(orbitsOf(7)).toEqual([[0], [1, 3, 2, 6, 4, 5]]);
  expect(orbitsOf(11).map((orbit) => orbit.length)).toEqual([1, 2, 2, 2, 2, 2]);
  for (const prime of [7, 11, 13]) {
    expect(
      orbitsOf(prime)
        .flat()
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: prime }, (_, residue) => residue));
    // 1/p has as many digits in its period as the orbit of 1 has residues.
    const period = (BigInt(10) ** 60n / BigInt(prime)).toString().padStart(60, "0");
    const length = orbitsOf(prime)[1]?.length as number;
    expect(period.slice(0, length)).toBe(period.slice(length, 2 * length));
  }
});
