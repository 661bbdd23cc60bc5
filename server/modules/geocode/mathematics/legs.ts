import ndarray from "ndarray";
import { solveBanded } from "./banded-cholesky.ts";
import { type Motion, motions } from "./motions.ts";
import { type SolidName, solids } from "./solids.ts";

/**
 * A motion of M points from one solid (s = 0) to another (s = 1).
 *
 * At s = 0 every point is a weighted mean of the vertices of `from`, at s = 1 of those of `to`; in between its position is
 * p(s) = sum_k weights(s)_k bases_k.
 */
export interface Leg {
  readonly from: SolidName;
  readonly to: SolidName;
  /** Fixed parts of the motion, 3 M numbers each: x0, y0, z0, x1, ... */
  readonly bases: readonly Float64Array[];
  readonly weights: (s: number) => readonly number[];
  /** Pairs of points joined by an edge in the moving form, flat: a, b, a, b, ... */
  readonly edges: Uint8Array;
  /** U, M x V(from): rows sum to 1; U times vertices(from) are the positions at s = 0. */
  readonly split: Matrix;
  /** Pseudo-inverse of the same matrix for `to`, V(to) x M: vertex values whose split is closest to the points'. */
  readonly merge: Matrix;
}

export type Matrix = ndarray.NdArray<Float64Array>;

/**
 * The shortest sequence of legs from one solid to another: none for equal solids, at most two. Among routes of two
 * legs, the one whose intermediate solid has more vertices, since fewer vertices preserve less of the data.
 *
 * Each leg is one of `motions`, forwards or backwards. Values are carried along it by U, the matrix of the points'
 * parents: a point gets the mean of its parents' values. Where points merge into vertices, the vertices get the
 * least-squares values, (U^T U)^-1 U^T (the plain mean where every point has one parent). Splitting and then merging
 * with the same matrix is the identity (1e-15). Source: R. Penrose, A generalized inverse for matrices (1955).
 */
export function legsBetween(source: SolidName, target: SolidName): readonly Leg[] {
  return routes.get(`${source} ${target}`) as readonly Leg[];
}

/** Positions of the points of a leg at s in [0, 1]: x0, y0, z0, x1, ..., accurate to 1e-15. */
export function positionsOn({ bases, weights }: Leg, s: number): Float64Array {
  const factors = weights(s);
  const points = new Float64Array((bases[0] as Float64Array).length);
  for (let k = 0; k < bases.length; k++) {
    const basis = bases[k] as Float64Array;
    const factor = factors[k] as number;
    for (let at = 0; at < points.length; at++) points[at] = (points[at] as number) + factor * (basis[at] as number);
  }
  return points;
}

const names = Object.keys(solids) as SolidName[];
const routes = planRoutes(motions.flatMap(bothWays));

function planRoutes(legs: readonly Leg[]): Map<string, readonly Leg[]> {
  const direct = (from: SolidName, to: SolidName) => legs.find((leg) => leg.from === from && leg.to === to);
  const stops = names.toSorted((a, b) => solids[b].vertices.length - solids[a].vertices.length);
  const route = (from: SolidName, to: SolidName): readonly Leg[] => {
    if (from === to) return [];
    const leg = direct(from, to);
    if (leg !== undefined) return [leg];
    for (const stop of stops) {
      const [first, second] = [direct(from, stop), direct(stop, to)];
      if (first !== undefined && second !== undefined) return [first, second];
    }
    throw new Error(`No way of two legs from ${from} to ${to}.`);
  };
  return new Map(names.flatMap((from) => names.map((to) => [`${from} ${to}`, route(from, to)] as const)));
}

function bothWays({ ends, bases, weights, joined, parents }: Motion): Leg[] {
  const edges = Uint8Array.from(joined.flat());
  const [first, second] = ends;
  const forth = parentMatrix(parents[0], solids[first].vertices.length);
  const back = parentMatrix(parents[1], solids[second].vertices.length);
  return [
    { from: first, to: second, bases, weights, edges, split: forth, merge: pseudoInverse(back) },
    { from: second, to: first, bases, weights: (s) => weights(1 - s), edges, split: back, merge: pseudoInverse(forth) },
  ];
}

function parentMatrix(parents: readonly (readonly number[])[], vertices: number): Matrix {
  const matrix = zeros(parents.length, vertices);
  parents.forEach((list, point) => {
    for (const vertex of list) matrix.set(point, vertex, 1 / list.length);
  });
  return matrix;
}

/** (U^T U)^-1 U^T of a matrix of full column rank. */
function pseudoInverse(matrix: Matrix): Matrix {
  const [rows, columns] = matrix.shape as [number, number];
  const normal = new Float64Array(columns * columns);
  for (let a = 0; a < columns; a++) {
    for (let b = 0; b <= a; b++) {
      // A full matrix in the layout of a band: row a holds the entries (a, a), (a, a - 1), ...
      let sum = 0;
      for (let row = 0; row < rows; row++) sum += matrix.get(row, a) * matrix.get(row, b);
      normal[a * columns + a - b] = sum;
    }
  }
  const inverse = zeros(columns, rows);
  for (let row = 0; row < rows; row++) {
    const parents = Float64Array.from({ length: columns }, (_, column) => matrix.get(row, column));
    solveBanded(normal, columns - 1, parents).forEach((value, column) => {
      inverse.set(column, row, value);
    });
  }
  return inverse;
}

function zeros(rows: number, columns: number): Matrix {
  return ndarray(new Float64Array(rows * columns), [rows, columns]);
}
