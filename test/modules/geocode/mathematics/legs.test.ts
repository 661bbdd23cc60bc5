import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Leg, legsBetween, positionsOn } from "../../../../server/modules/geocode/mathematics/legs.ts";
import { phi } from "../../../../server/modules/geocode/mathematics/scale.ts";
import { type SolidName, solids } from "../../../../server/modules/geocode/mathematics/solids.ts";
import { law, uniform } from "../../../support/laws/law.ts";
import { solidNames } from "./arbitraries.ts";

const pairs = solidNames.flatMap((source) => solidNames.map((target) => [source, target] as const));
const legs = pairs.flatMap(([source, target]) => {
  const route = legsBetween(source, target);
  return route.length === 1 ? [route[0] as Leg] : [];
});
const named = legs.map((leg) => [`${leg.from} to ${leg.to}`, leg] as const);
const back = (leg: Leg) => legsBetween(leg.to, leg.from)[0] as Leg;
const leg = (from: SolidName, to: SolidName) => legsBetween(from, to)[0] as Leg;
const onLeg = uniform(0, 1);

type Vector = readonly [number, number, number];

function pointsAt(moving: Leg, s: number): Vector[] {
  const flat = positionsOn(moving, s);
  return Array.from({ length: flat.length / 3 }, (_, k) => [...flat.slice(3 * k, 3 * k + 3)] as unknown as Vector);
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const length = (a: Vector) => Math.sqrt(dot(a, a));

/** Largest speed of a point over the whole leg, by differences. */
function speed(moving: Leg): number {
  const steps = 1000;
  let fastest = 0;
  let before = pointsAt(moving, 0);
  for (let step = 1; step <= steps; step++) {
    const now = pointsAt(moving, step / steps);
    now.forEach((point, k) => {
      fastest = Math.max(fastest, length(minus(point, before[k] as Vector)) * steps);
    });
    before = now;
  }
  return fastest;
}

/** The faces of the icosahedron that have a vertex on each of three golden rectangles: the jitterbug's triangles. */
const triangles = solids.icosahedron.faces.filter((face) => new Set(face.map((k) => Math.floor(k / 4))).size === 3);

describe.each(named)("the leg %s", (_name, moving) => {
  const points = moving.split.shape[0] as number;
  const sources = solids[moving.from].vertices;

  test("J1 starts with every point on the mean of its parents", () => {
    pointsAt(moving, 0).forEach((point, k) => {
      for (const axis of [0, 1, 2] as const) {
        const mean = sources.reduce((sum, vertex, v) => sum + moving.split.get(k, v) * vertex[axis], 0);
        expect(Math.abs(point[axis] - mean)).toBeLessThan(1e-15);
      }
    });
  });

  test("J1 ends where the reverse leg starts", () => {
    expect(pointsAt(moving, 1)).toEqual(pointsAt(back(moving), 0));
  });

  test("J2 splits with weights that sum to 1", () => {
    for (let k = 0; k < points; k++) {
      const sum = sources.reduce((total, _, v) => total + moving.split.get(k, v), 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-15);
    }
  });

  test("J3 merging after splitting is the identity", () => {
    const { merge } = back(moving);
    for (let a = 0; a < sources.length; a++) {
      for (let b = 0; b < sources.length; b++) {
        let sum = 0;
        for (let k = 0; k < points; k++) sum += merge.get(a, k) * moving.split.get(k, b);
        expect(Math.abs(sum - (a === b ? 1 : 0))).toBeLessThan(1e-14);
      }
    }
  });

  test("J4 moves no point faster than 1.5 circumradii per leg", () => {
    expect(speed(moving)).toBeLessThan(1.5);
  });

  law("J5 stays on the unit sphere, or at a radius from 1/3 to 1 if the cube is an end that grows", onLeg, (s) => {
    const solid = new Set([moving.from, moving.to]);
    const inside = solid.has("cube") && !solid.has("octahedron");
    for (const point of pointsAt(moving, s)) {
      if (!inside) expect(Math.abs(length(point) - 1)).toBeLessThan(1e-15 * 2);
      expect(length(point)).toBeGreaterThan(1 / 3 - 1e-15);
      expect(length(point)).toBeLessThan(1 + 1e-15);
    }
  });

  test("has edges at every point, each of them once", () => {
    const seen = new Set<string>();
    for (let at = 0; at < moving.edges.length; at += 2) {
      const [a, b] = [moving.edges[at] as number, moving.edges[at + 1] as number];
      expect(a < b && b < points).toBe(true);
      seen.add(`${a} ${b}`);
    }
    expect(seen.size).toBe(moving.edges.length / 2);
    expect(new Set(moving.edges).size).toBe(points);
  });
});

describe("the jitterbug", () => {
  const jitterbug = leg("octahedron", "icosahedron");

  law("J7 keeps its eight triangles equilateral", onLeg, (s) => {
    const points = pointsAt(jitterbug, s);
    expect(triangles.length).toBe(8);
    for (const face of triangles) {
      const [a, b, c] = face.map((k) => points[k] as Vector) as [Vector, Vector, Vector];
      const sides = [length(minus(a, b)), length(minus(b, c)), length(minus(c, a))];
      expect(Math.max(...sides) - Math.min(...sides)).toBeLessThan(1e-14);
    }
  });

  law("J7 turns them evenly about their axes, by 37.76 degrees in all", onLeg, (s) => {
    const [start, points] = [pointsAt(jitterbug, 0), pointsAt(jitterbug, s)];
    const whole = Math.PI / 3 - Math.acos(phi ** 2 / Math.sqrt(8));
    for (const face of triangles) {
      const [k] = face as [number];
      const [a, b, c] = face.map((index) => start[index] as Vector) as [Vector, Vector, Vector];
      const normal = cross(minus(b, a), minus(c, a));
      const axis = normal.map((entry) => entry / length(normal)) as unknown as Vector;
      const onPlane = (point: Vector) =>
        minus(point, axis.map((entry) => entry * dot(axis, point)) as unknown as Vector);
      const [from, to] = [onPlane(a), onPlane(points[k] as Vector)];
      const turn = Math.atan2(dot(cross(from, to), axis), dot(from, to));
      expect(Math.abs(Math.abs(turn) - whole * s)).toBeLessThan(1e-14);
    }
  });
});

describe("the pyritohedra", () => {
  law("J8 keep their twelve pentagons planar", onLeg, (s) => {
    const points = pointsAt(leg("cube", "dodecahedron"), s);
    for (const face of solids.dodecahedron.faces) {
      const [a, b, c, d, e] = face.map((k) => points[k] as Vector) as [Vector, Vector, Vector, Vector, Vector];
      const normal = cross(minus(b, a), minus(c, a));
      expect(Math.abs(dot(normal, minus(d, a)))).toBeLessThan(1e-14);
      expect(Math.abs(dot(normal, minus(e, a)))).toBeLessThan(1e-14);
    }
  });
});

test.each([
  ["octahedron", "icosahedron", 30],
  ["cube", "dodecahedron", 30],
  ["tetrahedron", "cube", 12],
  ["tetrahedron", "octahedron", 18],
  ["octahedron", "cube", 48],
  ["icosahedron", "dodecahedron", 120],
] as [SolidName, SolidName, number][])("between %s and %s there are %d edges", (from, to, edges) => {
  expect(leg(from, to).edges.length / 2).toBe(edges);
  expect(leg(to, from).edges.length / 2).toBe(edges);
});

describe("the routes", () => {
  test("J9 have at most two connected legs, none from a solid to itself, and the same ones in reverse", () => {
    for (const [source, target] of pairs) {
      const route = legsBetween(source, target);
      expect(route.length).toBeLessThanOrEqual(2);
      expect(route.length === 0).toBe(source === target);
      const stops = [source, ...route.map(({ to }) => to)];
      expect(route.map(({ from }) => from)).toEqual(stops.slice(0, -1));
      expect(stops.at(-1)).toBe(target);
      const returning = legsBetween(target, source);
      expect([...returning.map(({ from }) => from), source]).toEqual(stops.toReversed());
    }
  });

  test.each([
    ["tetrahedron", "icosahedron", "octahedron"],
    ["tetrahedron", "dodecahedron", "cube"],
    ["cube", "icosahedron", "dodecahedron"],
    ["octahedron", "dodecahedron", "icosahedron"],
  ] as const)("J9 %s to %s passes the %s", (source, target, stop) => {
    expect(legsBetween(source, target).map(({ to }) => to)).toEqual([stop, target]);
  });

  test("J21 move no point faster than 1.92 circumradii per unit of the ratio", () => {
    const fastest = pairs.map(([source, target]) => {
      const route = legsBetween(source, target);
      return route.length * Math.max(0, ...route.map(speed));
    });
    expect(Math.max(...fastest)).toBeLessThan(1.92);
    expect(Math.max(...fastest)).toBeGreaterThan(1.9);
  });
});

test("inputs of the laws are in both halves of a leg", () => {
  const sample = fc.sample(onLeg, 50);
  expect(sample.some((s) => s < 0.5) && sample.some((s) => s > 0.5)).toBe(true);
});
