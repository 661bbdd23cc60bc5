import { type SolidName, solids } from "./solids.ts";

/**
 * Deviation of points from a solid in canonical order: the relative Frobenius deviation
 * |G - G0| / |G0| of their Gram matrices, after moving the centroid to the origin and dividing by the rms radius.
 *
 * Rotation, reflection, translation and uniform scale do not change it; 0 means congruent up to these
 * (1e-15 in practice). Points that all coincide (rms radius at most 1e-12 times the largest |coordinate|) have no
 * shape: Infinity. Requires as many points as the solid has vertices, three finite coordinates each, at most 1e300.
 * Cost O(V^2).
 */
export function gramDeviation(points: ArrayLike<ArrayLike<number>>, solid: SolidName): number {
  const count = points.length;
  const centred = unitPoints(points);
  if (centred === undefined) return Number.POSITIVE_INFINITY;
  const canonical = canonicalGrams[solid];
  let deviation = 0;
  let size = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i; j < count; j++) {
      const expected = canonical[i * count + j] as number;
      const difference = dot(centred, i, j) - expected;
      // The matrix is symmetric: every pair off the diagonal occurs twice.
      const times = i === j ? 1 : 2;
      deviation += times * difference * difference;
      size += times * expected * expected;
    }
  }
  return Math.sqrt(deviation / size);
}

const canonicalGrams: Readonly<Record<SolidName, Float64Array>> = {
  tetrahedron: gram("tetrahedron"),
  cube: gram("cube"),
  octahedron: gram("octahedron"),
  dodecahedron: gram("dodecahedron"),
  icosahedron: gram("icosahedron"),
};

function gram(name: SolidName): Float64Array {
  const { vertices } = solids[name];
  const points = Float64Array.from(vertices.flat());
  return Float64Array.from({ length: vertices.length ** 2 }, (_, at) =>
    dot(points, Math.floor(at / vertices.length), at % vertices.length),
  );
}

function dot(points: Float64Array, i: number, j: number): number {
  const [a, b] = [3 * i, 3 * j];
  return (
    (points[a] as number) * (points[b] as number) +
    (points[a + 1] as number) * (points[b + 1] as number) +
    (points[a + 2] as number) * (points[b + 2] as number)
  );
}

/** The points with centroid 0 and rms radius 1, three numbers each; undefined when they all coincide. */
function unitPoints(points: ArrayLike<ArrayLike<number>>): Float64Array | undefined {
  const count = points.length;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const point = points[i] as ArrayLike<number>;
    for (let axis = 0; axis < 3; axis++) largest = Math.max(largest, Math.abs(point[axis] as number));
  }
  if (largest === 0) return undefined;
  const centred = new Float64Array(3 * count);
  let energy = 0;
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      // Relative to the largest coordinate, squares neither overflow nor underflow.
      const coordinate = ((points[i] as ArrayLike<number>)[axis] as number) / largest;
      centred[3 * i + axis] = coordinate;
      sum += coordinate;
    }
    for (let at = axis; at < centred.length; at += 3) {
      const coordinate = (centred[at] as number) - sum / count;
      centred[at] = coordinate;
      energy += coordinate * coordinate;
    }
  }
  const radius = Math.sqrt(energy / count);
  if (radius <= 1e-12) return undefined;
  for (let at = 0; at < centred.length; at++) centred[at] = (centred[at] as number) / radius;
  return centred;
}
