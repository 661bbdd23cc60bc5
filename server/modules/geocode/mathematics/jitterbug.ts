import { Fault } from "../../../core/fault.ts";
import { type Alignment, alignToSolid, canonicalPoints, type Similarity } from "./alignment.ts";
import { type Cargo, carry, energyPreservation, settle } from "./carried-values.ts";
import { requireFiniteResult, requireLegalNumbers } from "./legal-numbers.ts";
import { type Leg, legsBetween, positionsOn } from "./legs.ts";
import { unitInterval } from "./scale.ts";
import { type SolidName, solids } from "./solids.ts";

export interface JitterbugRequest {
  readonly sourceGeometry: SolidName;
  readonly targetGeometry: SolidName;
  readonly data: { readonly vertices: readonly (readonly number[])[]; readonly values: readonly number[] };
  /** Progress of the transformation, 0 (source) to 1 (target). */
  readonly transformationRatio: number;
  readonly preserveEnergy: boolean;
  /** Number of frames between start and end, an integer 0..100. */
  readonly intermediateSteps: number | undefined;
  /** Whether the result includes the frames from start to end, 9 between them unless `intermediateSteps` is given. */
  readonly returnPath: boolean;
}

/** One form of the moving solid, with the value of each of its points. */
export interface Frame {
  readonly transformationRatio: number;
  /** Name of a solid, or `<source>_to_<target>`. */
  readonly type: string;
  readonly vertices: number[][];
  readonly values: number[];
}

export interface JitterbugResult {
  readonly transformedGeometry: {
    readonly type: string;
    readonly vertices: number[][];
    readonly values: number[];
    readonly transformationMetrics: {
      readonly completionRatio: number;
      readonly energyPreservation: number;
      readonly geometricCoherence: number;
    };
  };
  readonly intermediateSteps?: Frame[];
  readonly transformationPath?: Frame[];
}

/**
 * Transforms a solid with values at its vertices continuously into another solid, up to the ratio t.
 *
 * The route has n <= 2 legs (`legsBetween`), each an equal part of t: leg floor(t n) at s = t n - leg. The given
 * vertices may be the source solid in any position, size, rotation and order (`alignToSolid`); the result gets the same
 * similarity. Values are carried by the moving points (`carry`, `settle`). At t = 0, or when source and target are the
 * same, the result is the input; at t = 1 it is the target's vertices in canonical order; between two legs it is the
 * intermediate solid.
 *
 * Metrics: `completionRatio` = t; `energyPreservation` = min / max of the sums of squares before and after;
 * `geometricCoherence` = reg(edge lengths) reg(distances from the centre), reg(a) = mean(a)^2 / mean(a^2): 1 iff all edges are
 * equal and all points are equally far from the centre. It is discontinuous where t leaves a solid, because points that
 * coincide there are already joined by edges, of length 0, in the moving form.
 *
 * The N intermediate frames are at t j / (N + 1), j = 1..N; the path also contains j = 0 and j = N + 1.
 * Accuracy 1e-14 relative. Cost O(M) per frame, M <= 60 points.
 *
 * Preconditions: valid enumeration values, t in [0, 1], intermediateSteps an integer 0..100.
 * Faults: VECTOR_DIMENSION_MISMATCH for a wrong count in `data.vertices`, `data.vertices[i]`, `data.values`;
 * PARAMETER_INVALID for numbers not finite or above 1e300 in magnitude and for `data.vertices` that are not the source.
 * Sources: R. B. Fuller, Synergetics, section 460 (1975); see `motions` for the others.
 */
export function jitterbug(request: JitterbugRequest): JitterbugResult {
  const journey = prepare(request);
  const ratio = request.transformationRatio;
  const shape = shapeAt(journey, ratio);
  const final = frameOf(journey, shape, ratio);
  requireFiniteResult(final.values);
  requireFiniteResult(final.vertices.flat());
  const result: JitterbugResult = {
    transformedGeometry: {
      type: final.type,
      vertices: final.vertices,
      values: final.values,
      transformationMetrics: {
        completionRatio: ratio,
        energyPreservation: energyPreservation(final.values, journey.cargo),
        geometricCoherence: coherence(shape.points, shape.edges),
      },
    },
  };
  const { intermediateSteps, returnPath } = request;
  if (intermediateSteps === undefined && !returnPath) return result;
  const path = framesTo(journey, ratio, intermediateSteps ?? 9);
  return {
    ...result,
    ...(intermediateSteps === undefined ? {} : { intermediateSteps: path.slice(1, -1) }),
    ...(returnPath ? { transformationPath: path } : {}),
  };
}

interface Journey {
  readonly source: SolidName;
  readonly target: SolidName;
  readonly legs: readonly Leg[];
  readonly given: JitterbugRequest["data"];
  readonly alignment: Alignment;
  readonly cargo: Cargo;
  readonly preserveEnergy: boolean;
}

/** A form in canonical position, before the caller's similarity is applied; `points` hold x0, y0, z0, x1, ... */
interface Shape {
  readonly type: string;
  readonly points: Float64Array;
  readonly edges: Uint8Array;
  /** Values of its points; undefined for the caller's own form. */
  readonly carried: Float64Array | undefined;
}

function prepare(request: JitterbugRequest): Journey {
  const { sourceGeometry: source, targetGeometry: target, data: given, preserveEnergy } = request;
  requireCounts(given, source);
  given.vertices.forEach((vertex, index) => {
    requireLegalNumbers(vertex, `data.vertices[${index}]`);
  });
  requireLegalNumbers(given.values, "data.values");
  const alignment = alignToSolid(given.vertices, source);
  if (alignment === undefined) {
    throw new Fault(
      "PARAMETER_INVALID",
      `data.vertices must be the ${solids[source].vertices.length} vertices of a regular ${source}, in any place, size and order.`,
      { parameter: "data.vertices", provided: given.vertices },
    );
  }
  const legs = legsBetween(source, target);
  const ordered = Float64Array.from(alignment.order, (index) => given.values[index] as number);
  return { source, target, legs, given, alignment, cargo: carry(ordered, legs), preserveEnergy };
}

function requireCounts({ vertices, values }: JitterbugRequest["data"], source: SolidName): void {
  const count = solids[source].vertices.length;
  const mismatch = (parameter: string, expected: string, provided: readonly unknown[]) =>
    new Fault("VECTOR_DIMENSION_MISMATCH", `${parameter} must have ${expected}, not ${provided.length}.`, {
      parameter,
      provided,
    });
  if (vertices.length !== count) {
    throw mismatch("data.vertices", `${count} points for the geometry ${source}`, vertices);
  }
  vertices.forEach((vertex, index) => {
    if (vertex.length !== 3) throw mismatch(`data.vertices[${index}]`, "3 coordinates", vertex);
  });
  if (values.length !== count) throw mismatch("data.values", `${count} numbers, one for each vertex`, values);
}

function shapeAt(journey: Journey, ratio: number): Shape {
  const { source, target, legs, cargo } = journey;
  if (ratio === 0 || legs.length === 0) return givenShape(journey);
  const index = Math.floor(ratio * legs.length);
  const leg = legs[index];
  if (leg === undefined) return solidShape(target, target, cargo.arrived[index - 1]);
  const type = `${source}_to_${target}`;
  const s = ratio * legs.length - index;
  if (s === 0) return solidShape(type, leg.from, cargo.arrived[index - 1]);
  return { type, points: positionsOn(leg, s), edges: leg.edges, carried: cargo.moving[index] };
}

function givenShape({ source, alignment }: Journey): Shape {
  const edges = solidEdges[source].map((vertex) => alignment.order[vertex] as number);
  return { type: source, points: alignment.shape, edges, carried: undefined };
}

function solidShape(type: string, solid: SolidName, carried: Float64Array | undefined): Shape {
  return { type, points: canonicalPoints[solid], edges: solidEdges[solid], carried };
}

const solidEdges: Readonly<Record<SolidName, Uint8Array>> = {
  tetrahedron: Uint8Array.from(solids.tetrahedron.edges.flat()),
  cube: Uint8Array.from(solids.cube.edges.flat()),
  octahedron: Uint8Array.from(solids.octahedron.edges.flat()),
  dodecahedron: Uint8Array.from(solids.dodecahedron.edges.flat()),
  icosahedron: Uint8Array.from(solids.icosahedron.edges.flat()),
};

function frameOf(journey: Journey, shape: Shape, ratio: number): Frame {
  const { given, alignment, cargo, preserveEnergy } = journey;
  const { type, points, carried } = shape;
  // Adding 0 turns -0 into 0.
  if (carried === undefined) {
    const vertices = given.vertices.map((vertex) => vertex.map((coordinate) => coordinate + 0));
    return { transformationRatio: ratio, type, vertices, values: given.values.map((value) => value + 0) };
  }
  return {
    transformationRatio: ratio,
    type,
    vertices: placed(points, alignment.similarity),
    values: settle(carried, cargo, preserveEnergy),
  };
}

function framesTo(journey: Journey, ratio: number, between: number): Frame[] {
  return Array.from({ length: between + 2 }, (_, j) => {
    // With this order of operations the last frame is exactly at the ratio.
    const at = ratio * (j / (between + 1));
    return frameOf(journey, shapeAt(journey, at), at);
  });
}

function placed(points: Float64Array, similarity: Similarity | undefined): number[][] {
  const vertices: number[][] = [];
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at] as number, points[at + 1] as number, points[at + 2] as number];
    vertices.push(similarity === undefined ? [x, y, z] : moved(x, y, z, similarity));
  }
  return vertices;
}

function moved(x: number, y: number, z: number, { scale, centre, matrix }: Similarity): number[] {
  const coordinate = (axis: number) =>
    scale *
    ((centre[axis] as number) +
      (matrix[3 * axis] as number) * x +
      (matrix[3 * axis + 1] as number) * y +
      (matrix[3 * axis + 2] as number) * z);
  return [coordinate(0), coordinate(1), coordinate(2)];
}

/** Evenness of the edge lengths times evenness of the distances from the origin, in (0, 1]. */
function coherence(points: Float64Array, edges: Uint8Array): number {
  const lengths = new Float64Array(edges.length / 2);
  for (let k = 0; k < lengths.length; k++) {
    lengths[k] = distance(points, edges[2 * k] as number, points, edges[2 * k + 1] as number);
  }
  const radii = new Float64Array(points.length / 3);
  for (let k = 0; k < radii.length; k++) radii[k] = distance(points, k, origin, 0);
  return unitInterval(evenness(lengths) * evenness(radii));
}

const origin = new Float64Array(3);

function distance(points: Float64Array, a: number, others: Float64Array, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const difference = (points[3 * a + axis] as number) - (others[3 * b + axis] as number);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

/** mean(a)^2 / mean(a^2) = 1 / (1 + CV^2). */
function evenness(sizes: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (let k = 0; k < sizes.length; k++) {
    const size = sizes[k] as number;
    sum += size;
    squares += size * size;
  }
  return (sum * sum) / (squares * sizes.length);
}
