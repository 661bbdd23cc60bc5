import { fitRotation } from "./rotation-fit.ts";
import { powerOfTwoScale } from "./scale.ts";
import { type SolidName, solids } from "./solids.ts";

/** Match between a solid and given points: their order, and the similarity from the canonical solid to the points. */
export interface Alignment {
  /** order[k] = index of the given point that is vertex k. */
  readonly order: readonly number[];
  /** The given points relative to their centroid, divided by their rms radius, as x0, y0, z0, x1, ... */
  readonly shape: Float64Array;
  /** scale (centre + matrix p); undefined for the identity. */
  readonly similarity: Similarity | undefined;
}

export interface Similarity {
  readonly scale: number;
  readonly centre: Float64Array;
  /** Rotation times radius, 3 x 3, row by row. */
  readonly matrix: Float64Array;
}

/** Largest rms distance, relative to the radius, at which points are accepted as a regular solid. */
const residualMax = 0.01;

/**
 * Recognises points as a solid in any position, rotation, reflection, scale and vertex order, up to an rms residual of
 * 0.01 of the radius. Undefined when the points are not that solid, or when they all coincide (rms radius at most 1e-12
 * of the largest |coordinate|).
 *
 * The given order is tried first. Otherwise vertex 0 and its first neighbour are rotated onto every pair of points with
 * about the same angle between them; each vertex is matched with the nearest point, one to one, and the rotation is
 * fitted again. Among the orders that fit, the one with the smallest rotation angle is chosen (ties within 1e-9: the
 * lexicographically smallest). Proper rotations suffice, since every reflection of a solid equals a rotation with
 * another vertex order. A similarity within 1e-6 of the identity is treated as the identity.
 *
 * Requires as many points as the solid has vertices, three finite coordinates each, at most 1e300. Cost O(V) when in
 * order, else O(V^3). Source: B. Horn, JOSA A 4 (1987) for the fit; the search is our own.
 */
export function alignToSolid(vertices: readonly (readonly number[])[], solid: SolidName): Alignment | undefined {
  const body = centred(vertices);
  if (body === undefined) return undefined;
  const canonical = canonicalPoints[solid];
  const given = vertices.map((_, index) => index);
  const fit = fitOrder(canonical, body.shape, given) ?? searchOrder(solid, body.shape);
  if (fit === undefined) return undefined;
  return { order: fit.order, shape: body.shape, similarity: similarityOf(fit.rotation, body) };
}

/** The vertices of each solid as x0, y0, z0, x1, ... */
export const canonicalPoints: Readonly<Record<SolidName, Float64Array>> = {
  tetrahedron: Float64Array.from(solids.tetrahedron.vertices.flat()),
  cube: Float64Array.from(solids.cube.vertices.flat()),
  octahedron: Float64Array.from(solids.octahedron.vertices.flat()),
  dodecahedron: Float64Array.from(solids.dodecahedron.vertices.flat()),
  icosahedron: Float64Array.from(solids.icosahedron.vertices.flat()),
};

interface Body {
  readonly scale: number;
  readonly centre: Float64Array;
  readonly radius: number;
  readonly shape: Float64Array;
}

interface Fit {
  readonly order: readonly number[];
  readonly rotation: Float64Array;
}

function centred(vertices: readonly (readonly number[])[]): Body | undefined {
  const shape = Float64Array.from(vertices.flat());
  const scale = powerOfTwoScale(shape);
  const centre = new Float64Array(3);
  let largest = 0;
  for (let at = 0; at < shape.length; at++) {
    const coordinate = (shape[at] as number) / scale;
    shape[at] = coordinate;
    largest = Math.max(largest, Math.abs(coordinate));
    centre[at % 3] = (centre[at % 3] as number) + coordinate / vertices.length;
  }
  let energy = 0;
  for (let at = 0; at < shape.length; at++) {
    const coordinate = (shape[at] as number) - (centre[at % 3] as number);
    shape[at] = coordinate;
    energy += coordinate * coordinate;
  }
  const radius = Math.sqrt(energy / vertices.length);
  if (radius <= 1e-12 * largest) return undefined;
  for (let at = 0; at < shape.length; at++) shape[at] = (shape[at] as number) / radius;
  return { scale, centre, radius, shape };
}

function similarityOf(rotation: Float64Array, { scale, centre, radius }: Body): Similarity | undefined {
  const near = (value: number, wanted: number) => Math.abs(value - wanted) <= 1e-6;
  const still =
    rotation.every((entry, at) => near(entry, at % 4 === 0 ? 1 : 0)) &&
    centre.every((coordinate) => near(coordinate * scale, 0)) &&
    near(radius * scale, 1);
  return still ? undefined : { scale, centre, matrix: rotation.map((entry) => entry * radius) };
}

function fitOrder(canonical: Float64Array, shape: Float64Array, order: readonly number[]): Fit | undefined {
  const rotation = fitRotation(canonical, shape, order);
  let squares = 0;
  for (let k = 0; k < order.length; k++) squares += gap(rotation, canonical, k, shape, order[k] as number);
  return squares <= residualMax * residualMax * order.length ? { order, rotation } : undefined;
}

function searchOrder(solid: SolidName, shape: Float64Array): Fit | undefined {
  const canonical = canonicalPoints[solid];
  const neighbour = solids[solid].neighbours[0]?.[0] as number;
  const arcFrame = frame(canonical, 0, neighbour);
  const arcCosine = cosine(canonical, 0, neighbour);
  let best: Fit | undefined;
  for (let i = 0; 3 * i < shape.length; i++) {
    for (let j = 0; 3 * j < shape.length; j++) {
      if (i === j || !(Math.abs(cosine(shape, i, j) - arcCosine) <= 0.1)) continue;
      const order = matchNearest(turnBetween(arcFrame, frame(shape, i, j)), canonical, shape);
      const fit = order === undefined ? undefined : fitOrder(canonical, shape, order);
      if (fit !== undefined && (best === undefined || isPreferred(fit, best))) best = fit;
    }
  }
  return best;
}

/** Index of the nearest point for each rotated vertex; undefined unless the match is one to one and within 0.2. */
function matchNearest(rotation: Float64Array, canonical: Float64Array, shape: Float64Array): number[] | undefined {
  const order: number[] = [];
  for (let k = 0; 3 * k < canonical.length; k++) {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let index = 0; 3 * index < shape.length; index++) {
      const distance = gap(rotation, canonical, k, shape, index);
      if (distance < least) {
        least = distance;
        nearest = index;
      }
    }
    if (!(least <= 0.2 * 0.2) || order.includes(nearest)) return undefined;
    order.push(nearest);
  }
  return order;
}

function isPreferred(fit: Fit, best: Fit): boolean {
  const trace = ({ rotation }: Fit) => (rotation[0] as number) + (rotation[4] as number) + (rotation[8] as number);
  const lead = trace(fit) - trace(best);
  if (Math.abs(lead) > 1e-9) return lead > 0;
  const differing = fit.order.findIndex((index, k) => index !== best.order[k]);
  return differing >= 0 && (fit.order[differing] as number) < (best.order[differing] as number);
}

/** Squared distance between point `index` of the shape and the rotated vertex k. */
function gap(rotation: Float64Array, canonical: Float64Array, k: number, shape: Float64Array, index: number): number {
  const [x, y, z] = [canonical[3 * k] as number, canonical[3 * k + 1] as number, canonical[3 * k + 2] as number];
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const row = 3 * axis;
    const turned =
      (rotation[row] as number) * x + (rotation[row + 1] as number) * y + (rotation[row + 2] as number) * z;
    const difference = (shape[3 * index + axis] as number) - turned;
    sum += difference * difference;
  }
  return sum;
}

/** Right-handed orthonormal frame (rows): the first axis points to i, the second lies in the plane of i and j. */
function frame(points: Float64Array, i: number, j: number): Float64Array {
  const first = unit(points.slice(3 * i, 3 * i + 3));
  const to = points.slice(3 * j, 3 * j + 3);
  const along = dot(first, to);
  const second = unit(to.map((coordinate, axis) => coordinate - along * (first[axis] as number)));
  const [ax, ay, az, bx, by, bz] = [...first, ...second] as [number, number, number, number, number, number];
  return Float64Array.of(ax, ay, az, bx, by, bz, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
}

/** Rotation from frame `one` to frame `other`: the sum over the axes of the outer products of `other` and `one`. */
function turnBetween(one: Float64Array, other: Float64Array): Float64Array {
  const rotation = new Float64Array(9);
  for (let entry = 0; entry < 9; entry++) {
    const row = Math.floor(entry / 3);
    let sum = 0;
    for (let axis = 0; axis < 3; axis++)
      sum += (other[3 * axis + row] as number) * (one[3 * axis + (entry % 3)] as number);
    rotation[entry] = sum;
  }
  return rotation;
}

function cosine(points: Float64Array, i: number, j: number): number {
  const [a, b] = [points.subarray(3 * i, 3 * i + 3), points.subarray(3 * j, 3 * j + 3)];
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((coordinate) => coordinate / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  return (
    (a[0] as number) * (b[0] as number) + (a[1] as number) * (b[1] as number) + (a[2] as number) * (b[2] as number)
  );
}
