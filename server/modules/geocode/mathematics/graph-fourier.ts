import ndarray, { type NdArray } from "ndarray";
import { lengthOf, removeComponents } from "./gram-schmidt.ts";
import { atScale, powerOfTwoScale, unitInterval } from "./scale.ts";
import { type Solid, type SolidName, solids } from "./solids.ts";

/** Eigenvalues and eigenvectors of the Laplacian of a solid's edge graph. */
export interface GraphFourier {
  /** Ascending, with their multiplicity; exact values. */
  readonly eigenvalues: readonly number[];
  readonly largestEigenvalue: number;
  /** V x V, row-major, orthonormal (1e-15): `get(vertex, harmonic)`. */
  readonly basis: NdArray<Float64Array>;
}

/**
 * The graph Fourier basis of each solid: L = D - A on the edge graph, L B = B diag(eigenvalues), B^T B = I.
 *
 * Eigenvalues repeat, so the basis is made unique: inside each eigenspace the monomials x^a y^b z^c, sampled at the
 * vertices and taken degree by degree (a descending, then b), are projected on it and orthonormalised in turn; a
 * monomial that is linearly dependent on earlier ones is skipped. The columns are real spherical harmonics at the
 * vertices: column 0 is constant and columns 1..3 are sqrt(3 / V) times x, y and z.
 * Sources: Shuman, Narang, Frossard, Ortega, Vandergheynst, The emerging field of signal processing on graphs, IEEE SPM
 * 30 (2013); Brouwer, Cohen, Neumaier, Distance-Regular Graphs (1989) for the projectors; Licata, Powers, A surprising
 * property of some regular polytopes (1986) for columns 1..3.
 */
export const graphFourier: Readonly<Record<SolidName, GraphFourier>> = {
  tetrahedron: build(solids.tetrahedron, [0, 1], [4, 3]),
  octahedron: build(solids.octahedron, [0, 1], [4, 3], [6, 2]),
  cube: build(solids.cube, [0, 1], [2, 3], [4, 3], [6, 1]),
  icosahedron: build(solids.icosahedron, [0, 1], [5 - Math.sqrt(5), 3], [6, 5], [5 + Math.sqrt(5), 3]),
  dodecahedron: build(
    solids.dodecahedron,
    [0, 1],
    [3 - Math.sqrt(5), 3],
    [2, 5],
    [3, 4],
    [5, 4],
    [3 + Math.sqrt(5), 3],
  ),
};

/** The `count` lowest graph harmonics b_k = sum_v B(v, k) w_v of weights on the vertices of a solid. */
export function toGraphHarmonics(solid: SolidName, weights: ArrayLike<number>, count: number): Float64Array {
  const basis = graphFourier[solid].basis.data;
  const vertexCount = weights.length;
  const coefficients = new Float64Array(count);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const weight = weights[vertex] as number;
    const row = vertex * vertexCount;
    for (let k = 0; k < count; k++) {
      coefficients[k] = (coefficients[k] as number) + (basis[row + k] as number) * weight;
    }
  }
  return coefficients;
}

/** The weights w_v = sum_k B(v, k) a_k on the vertices of a solid, from its lowest graph harmonics. */
export function fromGraphHarmonics(solid: SolidName, coefficients: ArrayLike<number>): Float64Array {
  const { data: basis, shape } = graphFourier[solid].basis;
  const vertexCount = shape[0] as number;
  const weights = new Float64Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const row = vertex * vertexCount;
    let sum = 0;
    for (let k = 0; k < coefficients.length; k++) sum += (basis[row + k] as number) * (coefficients[k] as number);
    weights[vertex] = sum;
  }
  return weights;
}

/**
 * Smoothness of weights on the vertices of a solid: 1 - (w^T L w) / (largest eigenvalue |w|^2), in [0, 1].
 * 1 for constant weights and for w = 0, 0 for the highest frequency. Scale-free; accuracy 1e-15.
 */
export function smoothness(solid: SolidName, weights: ArrayLike<number>): number {
  const scaled = atScale(weights, powerOfTwoScale(weights));
  let energy = 0;
  for (let vertex = 0; vertex < scaled.length; vertex++) energy += (scaled[vertex] as number) ** 2;
  if (energy === 0) return 1;
  let variation = 0;
  const { edges } = solids[solid];
  for (let edge = 0; edge < edges.length; edge++) {
    const [a, b] = edges[edge] as readonly [number, number];
    variation += ((scaled[a] as number) - (scaled[b] as number)) ** 2;
  }
  return unitInterval(1 - variation / (graphFourier[solid].largestEigenvalue * energy));
}

type Eigenspace = readonly [eigenvalue: number, multiplicity: number];

function build(solid: Solid, ...eigenspaces: Eigenspace[]): GraphFourier {
  const spectrum = eigenspaces.map(([eigenvalue]) => eigenvalue);
  const columns: Float64Array[] = [];
  for (const [eigenvalue, multiplicity] of eigenspaces) {
    const others = spectrum.filter((other) => other !== eigenvalue);
    const found: Float64Array[] = [];
    for (const monomial of monomials(solid)) {
      const candidate = projected(solid, monomial, eigenvalue, others);
      removeComponents(candidate, found);
      removeComponents(candidate, found);
      // Accepted remainders are above 0.1, rejected ones below 1e-13.
      if (lengthOf(candidate) <= 1e-6 * lengthOf(monomial)) continue;
      found.push(normalized(candidate));
      if (found.length === multiplicity) break;
    }
    columns.push(...found);
  }
  columns.forEach((column, k) => {
    removeComponents(column, columns.slice(0, k));
    normalized(column);
  });
  const vertexCount = solid.vertices.length;
  const basis = ndarray(new Float64Array(vertexCount * vertexCount), [vertexCount, vertexCount]);
  columns.forEach((column, k) => {
    column.forEach((entry, vertex) => {
      basis.set(vertex, k, entry);
    });
  });
  return {
    eigenvalues: eigenspaces.flatMap(([eigenvalue, multiplicity]) => new Array<number>(multiplicity).fill(eigenvalue)),
    largestEigenvalue: Math.max(...spectrum),
    basis,
  };
}

/** x^a y^b z^c at the vertices, by degree a + b + c; inside a degree a descending, then b descending. Infinite. */
function* monomials(solid: Solid): Generator<Float64Array> {
  for (let degree = 0; ; degree++) {
    for (let a = degree; a >= 0; a--) {
      for (let b = degree - a; b >= 0; b--) {
        yield Float64Array.from(solid.vertices, ([x, y, z]) => x ** a * y ** b * z ** (degree - a - b));
      }
    }
  }
}

/** The projection on an eigenspace: product over the other eigenvalues o of (L - o I) / (eigenvalue - o). */
function projected(solid: Solid, values: Float64Array, eigenvalue: number, others: readonly number[]): Float64Array {
  return others.reduce(
    (rest, other) =>
      rest.map((value, vertex) => {
        const around = solid.neighbours[vertex] as readonly number[];
        const laplacian = around.reduce((sum, neighbour) => sum - (rest[neighbour] as number), around.length * value);
        return (laplacian - other * value) / (eigenvalue - other);
      }),
    values,
  );
}

function normalized(vector: Float64Array): Float64Array {
  const size = lengthOf(vector);
  vector.forEach((entry, i) => {
    vector[i] = entry / size;
  });
  return vector;
}
