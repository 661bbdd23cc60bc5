import { phi } from "./scale.ts";
import { type SolidName, solids } from "./solids.ts";

/** A motion of M points from one solid (s = 0) to another (s = 1): p(s) = sum_k weights(s)_k bases_k. */
export interface Motion {
  readonly ends: readonly [SolidName, SolidName];
  /** Fixed parts of the motion, 3 M numbers each: x0, y0, z0, x1, ... */
  readonly bases: readonly Float64Array[];
  readonly weights: (s: number) => readonly number[];
  /** Points joined by an edge in the moving form. */
  readonly joined: readonly (readonly [number, number])[];
  /** For both ends and each point, the vertices whose mean is the point's position there. */
  readonly parents: readonly [readonly (readonly number[])[], readonly (readonly number[])[]];
}

type Point = readonly [number, number, number];

/**
 * The six motions between neighbouring solids (slerp: along the great circle at constant speed).
 *
 *  - octahedron - icosahedron, 12 points: R. B. Fuller's jitterbug at constant circumradius. Point (j, s1, s2) is the cyclic
 *    shift by j of (0, s1 sin a, s2 cos a), tan a = (1 - q) / (1 + q), q = tan(twist) / sqrt 3, and the twist of the eight
 *    triangles changes linearly from 60 degrees to the icosahedron's arccos(phi^2 / sqrt 8) = 22.2388 degrees;
 *  - cube - dodecahedron, 20 points: pyritohedra. The cube's vertices are fixed, the others are the shifts of
 *    (0, s1 (1 + h), s2 (1 - h^2)) / sqrt 3, h = s / phi, which start at the midpoints of the cube's edges; the twelve
 *    pentagons stay planar;
 *  - tetrahedron - cube, 8 points: the centres of the faces move outwards, v (1 + 2 s) / 3, to the four new vertices;
 *  - tetrahedron - octahedron, 12 points (a, b), a outer: truncation, slerp from vertex a to the midpoint direction of edge a b;
 *  - octahedron - cube (24 points) and icosahedron - dodecahedron (60): expansion to the dual. Point (v, f) moves by
 *    slerp from vertex v to the centre direction of its face f; v outer, f ascending.
 *
 * Points of all legs lie at a distance of 1/3 to 1 from the centre. Positions are accurate to 1e-15.
 * Sources: R. B. Fuller, Synergetics, section 460 (1975); H. Verheyen, The complete set of jitterbug transformers (1989);
 * H. S. M. Coxeter, Regular Polytopes, chapter 8 (truncation, expansion); the choice of motions is our own.
 */
export const motions: readonly Motion[] = [
  jitterbug(),
  pyritohedra(),
  stellation(),
  truncation(),
  expansion("octahedron", "cube"),
  expansion("icosahedron", "dodecahedron"),
];

function jitterbug(): Motion {
  const startTwist = Math.PI / 3;
  const endTwist = Math.acos((phi * phi) / Math.sqrt(8));
  const along = rectangles((_, s2) => [0, 0, s2]);
  const across = rectangles((s1) => [0, s1, 0]);
  return {
    ends: ["octahedron", "icosahedron"],
    bases: [flat(along), flat(across)],
    weights: (s) => {
      const q = Math.tan(startTwist * (1 - s) + endTwist * s) / Math.sqrt(3);
      const length = Math.hypot(1 + q, 1 - q);
      return [(1 + q) / length, (1 - q) / length];
    },
    joined: solids.icosahedron.edges,
    parents: [along.map((point) => [nearest("octahedron", point)]), along.map((_, index) => [index])],
  };
}

function pyritohedra(): Motion {
  const cube = solids.cube.vertices;
  const r = 1 / Math.sqrt(3);
  const nothing = cube.map((): Point => [0, 0, 0]);
  const fixed = [...cube, ...rectangles(() => [0, 0, 0])];
  const long = [...nothing, ...rectangles((s1) => [0, s1 * r, 0])];
  const short = [...nothing, ...rectangles((_, s2) => [0, 0, s2 * r])];
  // At s = 0 a moving point is the midpoint of the edge between the two vertices nearest to it.
  const edgeMiddles = rectangles((s1, s2) => [0, s1, s2]).map((point) => vertexGroup("cube", point));
  return {
    ends: ["cube", "dodecahedron"],
    bases: [flat(fixed), flat(long), flat(short)],
    weights: (s) => [1, 1 + s / phi, 1 - (s / phi) ** 2],
    joined: solids.dodecahedron.edges,
    parents: [[...cube.map((_, index) => [index]), ...edgeMiddles], fixed.map((_, index) => [index])],
  };
}

function stellation(): Motion {
  const cube = solids.cube.vertices;
  const parents = cube.map((point) => vertexGroup("tetrahedron", point));
  const part = (kept: boolean) =>
    cube.map((point, i): Point => ((parents[i]?.length === 1) === kept ? point : [0, 0, 0]));
  return {
    ends: ["tetrahedron", "cube"],
    bases: [flat(part(true)), flat(part(false))],
    weights: (s) => [1, (1 + 2 * s) / 3],
    joined: solids.cube.edges,
    parents: [parents, cube.map((_, index) => [index])],
  };
}

function truncation(): Motion {
  const { vertices, neighbours } = solids.tetrahedron;
  const pairs = neighbours.flatMap((others, a) => others.map((b) => [a, b] as const));
  const middles = pairs.map(([a, b]) => nearest("octahedron", sum(vertices[a] as Point, vertices[b] as Point)));
  const joined = pairsWhere(pairs, ([a, b], [c, d]) => a === c || (a === d && b === c));
  return greatCircles(
    "tetrahedron",
    "octahedron",
    pairs.map(([a]) => a),
    middles,
    joined,
  );
}

function expansion(solid: "octahedron" | "icosahedron", dual: "cube" | "dodecahedron"): Motion {
  const pairs = solids[solid].vertices.flatMap((vertex, v) => vertexGroup(dual, vertex).map((f) => [v, f] as const));
  const joined = pairsWhere(
    pairs,
    ([v, f], [w, g]) =>
      (v === w && solids[dual].neighbours[f]?.includes(g) === true) ||
      (f === g && solids[solid].neighbours[v]?.includes(w) === true),
  );
  return greatCircles(
    solid,
    dual,
    pairs.map(([v]) => v),
    pairs.map(([, f]) => f),
    joined,
  );
}

/** Slerp of every point from a vertex to another, by the same angle for all points. */
function greatCircles(
  first: SolidName,
  second: SolidName,
  starts: readonly number[],
  stops: readonly number[],
  joined: readonly (readonly [number, number])[],
): Motion {
  const from = starts.map((index) => solids[first].vertices[index] as Point);
  const to = stops.map((index) => solids[second].vertices[index] as Point);
  const arc = Math.acos(dot(from[0] as Point, to[0] as Point));
  return {
    ends: [first, second],
    bases: [flat(from), flat(to)],
    weights: (s) => [Math.sin((1 - s) * arc) / Math.sin(arc), Math.sin(s * arc) / Math.sin(arc)],
    joined,
    parents: [starts.map((index) => [index]), stops.map((index) => [index])],
  };
}

/** A point for each j, s1, s2 in the order of the icosahedron's vertices: `corner(s1, s2)` cyclically shifted by j. */
function rectangles(corner: (s1: number, s2: number) => Point): Point[] {
  const corners = [1, -1].flatMap((s1) => [1, -1].map((s2) => corner(s1, s2)));
  return [...corners, ...corners.map(([a, b, c]): Point => [c, a, b]), ...corners.map(([a, b, c]): Point => [b, c, a])];
}

/** Indices of all vertices of the solid nearest to the direction, ascending. */
function vertexGroup(solid: SolidName, direction: Point): number[] {
  const closeness = solids[solid].vertices.map((vertex) => dot(vertex, direction));
  const best = Math.max(...closeness);
  return closeness.flatMap((value, index) => (value > best - 1e-9 ? [index] : []));
}

function nearest(solid: SolidName, direction: Point): number {
  return vertexGroup(solid, direction)[0] as number;
}

function pairsWhere<T>(items: readonly T[], related: (a: T, b: T) => boolean): [number, number][] {
  return items.flatMap((a, i) => items.flatMap((b, j): [number, number][] => (i < j && related(a, b) ? [[i, j]] : [])));
}

function flat(points: readonly Point[]): Float64Array {
  return Float64Array.from(points.flat());
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function sum(a: Point, b: Point): Point {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
