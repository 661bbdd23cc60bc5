import { describe, expect, test } from "vitest";
import { graphFourier } from "../../../../server/modules/geocode/mathematics/graph-fourier.ts";
import { type SolidName, solids } from "../../../../server/modules/geocode/mathematics/solids.ts";
import { relativeError } from "../../../support/laws/law.ts";
import { solidNames } from "./arbitraries.ts";
import { tables } from "./recorded.ts";

type Vector = readonly number[];

const dot = (a: Vector, b: Vector) => a.reduce((sum, entry, i) => sum + entry * (b[i] as number), 0);
const cross = ([a = 0, b = 0, c = 0]: Vector, [x = 0, y = 0, z = 0]: Vector) => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
const minus = (a: Vector, b: Vector) => a.map((entry, i) => entry - (b[i] as number));
const direction = (a: Vector) => a.map((entry) => entry / Math.sqrt(dot(a, a)));
const corners = (name: SolidName, face: Vector) => face.map((index) => solids[name].vertices[index] as Vector);
const centre = (points: readonly Vector[]) =>
  [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + (point[axis] as number), 0) / points.length);

describe.each(tables)("the %s of the recorded tables", (name, table) => {
  test("has the same vertices, faces and edges in the same order", () => {
    expect(relativeError(solids[name].vertices.flat(), table.vertices.flat())).toBeLessThanOrEqual(1e-15);
    expect(solids[name].faces).toEqual(table.faces);
    expect(solids[name].edges).toEqual(table.edges);
  });

  test("has the same eigenvalues and graph Fourier basis", () => {
    expect(relativeError(graphFourier[name].eigenvalues, table.laplacian_eigenvalues)).toBeLessThanOrEqual(1e-15);
    const rows = table.basis_rows_by_vertex.flat();
    expect(relativeError(graphFourier[name].basis.data, rows)).toBeLessThanOrEqual(1e-12);
  });
});

describe.each(solidNames)("%s", (name) => {
  const { vertices, faces, edges, neighbours } = solids[name];
  const { basis, eigenvalues, largestEigenvalue } = graphFourier[name];
  const column = (k: number) => vertices.map((_, vertex) => basis.get(vertex, k));

  test("G1 V - E + F = 2", () => {
    expect(vertices.length - edges.length + faces.length).toBe(2);
  });

  test("G2 faces run counter-clockwise seen from outside, start at their smallest index and are sorted", () => {
    for (const face of faces) {
      const points = corners(name, face);
      const middle = centre(points);
      points.forEach((point, i) => {
        const next = points[(i + 1) % points.length] as Vector;
        expect(dot(cross(minus(point, middle), minus(next, middle)), middle)).toBeGreaterThan(0.01);
      });
      expect(face[0]).toBe(Math.min(...face));
    }
    expect([...faces].sort((a, b) => lexicographic(a, b))).toEqual(faces);
  });

  test("G3 the sides of the faces are the edges, each of two faces, all equally long", () => {
    const sides = faces.flatMap((face) => face.map((a, i) => [a, face[(i + 1) % face.length] as number]));
    const sorted = sides.map(([a = 0, b = 0]) => [Math.min(a, b), Math.max(a, b)]).sort(lexicographic);
    expect(sorted).toEqual(edges.flatMap((edge) => [edge, edge]));
    const lengths = edges.map((edge) => {
      const [a, b] = corners(name, edge) as [Vector, Vector];
      return Math.sqrt(dot(minus(a, b), minus(a, b)));
    });
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(1e-15);
    expect(neighbours.flatMap((list, a) => list.filter((b) => a < b).map((b) => [a, b]))).toEqual(edges);
  });

  test("G4 the graph Fourier basis is orthonormal", () => {
    for (const a of vertices.keys()) {
      for (const b of vertices.keys())
        expect(Math.abs(dot(column(a), column(b)) - (a === b ? 1 : 0))).toBeLessThan(1e-14);
    }
  });

  test("G5 its columns are eigenvectors of the Laplacian, eigenvalues ascending", () => {
    expect([...eigenvalues].sort((a, b) => a - b)).toEqual(eigenvalues);
    expect(eigenvalues.at(-1)).toBe(largestEigenvalue);
    for (const [k, eigenvalue] of eigenvalues.entries()) {
      const values = column(k);
      for (const [vertex, around] of neighbours.entries()) {
        const own = values[vertex] as number;
        const laplacian = around.reduce((sum, other) => sum + own - (values[other] as number), 0);
        expect(Math.abs(laplacian - eigenvalue * own)).toBeLessThan(1e-13);
      }
    }
  });

  test("G6 the vertices average polynomials like the sphere, up to the design's strength", () => {
    const strength = { tetrahedron: 2, octahedron: 3, cube: 3, icosahedron: 5, dodecahedron: 5 }[name];
    for (let degree = 0; degree <= strength + 1; degree++) {
      const gaps = exponents(degree).map((powers) => {
        const values = vertices.map((vertex) =>
          vertex.reduce((product, entry, i) => product * entry ** (powers[i] as number), 1),
        );
        return Math.abs(values.reduce((sum, value) => sum + value, 0) / vertices.length - sphereAverage(powers));
      });
      if (degree <= strength) expect(Math.max(...gaps)).toBeLessThan(1e-15);
      else expect(Math.max(...gaps)).toBeGreaterThan(1e-3);
    }
  });

  test("G7 column 0 is constant, columns 1 to 3 are the coordinates times sqrt(3 / V)", () => {
    for (const [vertex, point] of vertices.entries()) {
      expect(basis.get(vertex, 0)).toBeCloseTo(1 / Math.sqrt(vertices.length), 14);
      for (const axis of [0, 1, 2]) {
        const expected = Math.sqrt(3 / vertices.length) * (point[axis] as number);
        expect(Math.abs(basis.get(vertex, axis + 1) - expected)).toBeLessThan(1e-14);
      }
    }
  });

  test("G8 vertices are unit vectors", () => {
    for (const vertex of vertices) expect(Math.abs(dot(vertex, vertex) - 1)).toBeLessThan(1e-15);
  });
});

test.each([
  ["octahedron", "cube"],
  ["cube", "octahedron"],
  ["icosahedron", "dodecahedron"],
  ["dodecahedron", "icosahedron"],
] as const)("G9 every face of the %s is centred on a vertex direction of the %s", (name, dual) => {
  const directions = solids[name].faces.map((face) => direction(centre(corners(name, face))));
  const hits = directions.map((face) => solids[dual].vertices.findIndex((vertex) => 1 - dot(face, vertex) < 1e-15));
  expect([...hits].sort((a, b) => a - b)).toEqual([...solids[dual].vertices.keys()]);
});

test("G9 the tetrahedron is part of the cube and the cube part of the dodecahedron, vertex by vertex", () => {
  const { tetrahedron, cube, dodecahedron } = solids;
  expect(tetrahedron.vertices).toEqual([0, 3, 5, 6].map((index) => cube.vertices[index]));
  expect(dodecahedron.vertices.slice(0, 8)).toEqual(cube.vertices);
});

function lexicographic(a: Vector, b: Vector): number {
  const at = a.findIndex((entry, i) => entry !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}

function exponents(degree: number): Vector[] {
  return [...Array(degree + 1).keys()].flatMap((a) =>
    [...Array(degree + 1 - a).keys()].map((b) => [a, b, degree - a - b]),
  );
}

/** Mean of x^a y^b z^c over the unit sphere: (a-1)!! (b-1)!! (c-1)!! / (a+b+c+1)!! for even exponents, else 0. */
function sphereAverage(powers: Vector): number {
  if (powers.some((power) => power % 2 === 1)) return 0;
  const odd = (n: number): number => (n <= 1 ? 1 : n * odd(n - 2));
  return (
    powers.reduce((product, power) => product * odd(power - 1), 1) / odd(powers.reduce((sum, power) => sum + power, 1))
  );
}
