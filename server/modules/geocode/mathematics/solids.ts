import { phi } from "./scale.ts";

export type SolidName = "tetrahedron" | "cube" | "octahedron" | "dodecahedron" | "icosahedron";

/** A regular polyhedron on the unit sphere, centred at the origin, in its canonical order. */
export interface Solid {
  readonly name: SolidName;
  /** Unit vectors. */
  readonly vertices: readonly Point[];
  /** Counter-clockwise from outside; each starts at its smallest index; faces in lexicographic order. */
  readonly faces: readonly (readonly number[])[];
  /** Pairs a < b of vertices joined by an edge, in lexicographic order. */
  readonly edges: readonly (readonly [number, number])[];
  /** For each vertex, the vertices joined to it, ascending. */
  readonly neighbours: readonly (readonly number[])[];
}

type Point = readonly [number, number, number];

const signs = [1, -1] as const;

/**
 * The five Platonic solids with unit circumradius.
 *
 * Vertex order (every sign runs over +, - in that order; the cyclic shift by j takes (a, b, c) to (c, a, b) for j = 1 and
 * to (b, c, a) for j = 2):
 *  - cube: (±1, ±1, ±1) / sqrt 3, the first sign outermost;
 *  - tetrahedron: cube vertices 0, 3, 5, 6;
 *  - octahedron: ±x, ±y, ±z;
 *  - icosahedron: shift by j = 0, 1, 2 of (0, ±1, ±phi) / sqrt(1 + phi^2), j outermost;
 *  - dodecahedron: the cube's vertices, then the shift by j of (0, ±phi, ±1/phi) / sqrt 3, j outermost.
 *
 * The vertices of the tetrahedron are vertices of the cube, and those of the cube are vertices of the dodecahedron.
 * Octahedron and cube, icosahedron and dodecahedron are placed as duals: each face of one is centred on a vertex
 * direction of the other. Coordinates are accurate to 1 unit in the last place. Source: H. S. M. Coxeter, Regular
 * Polytopes, section 3.7.
 */
export const solids: Readonly<Record<SolidName, Solid>> = build();

function build(): Record<SolidName, Solid> {
  const cube = cubeVertices();
  return {
    tetrahedron: solid(
      "tetrahedron",
      [0, 3, 5, 6].map((index) => cube[index] as Point),
      "0,1,2 0,2,3 0,3,1 1,3,2",
    ),
    cube: solid("cube", cube, "0,1,5,4 0,2,3,1 0,4,6,2 1,3,7,5 2,6,7,3 4,5,7,6"),
    octahedron: solid(
      "octahedron",
      [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ],
      "0,2,4 0,3,5 0,4,3 0,5,2 1,2,5 1,3,4 1,4,2 1,5,3",
    ),
    dodecahedron: solid(
      "dodecahedron",
      [...cube, ...goldenRectangles(phi / Math.sqrt(3), 1 / phi / Math.sqrt(3))],
      "0,8,4,13,12 0,12,2,17,16 0,16,1,9,8 1,14,15,5,9 1,16,17,3,14 2,10,11,3,17 2,12,13,6,10 3,11,7,15,14 " +
        "4,8,9,5,18 4,18,19,6,13 5,15,7,19,18 6,19,7,11,10",
    ),
    icosahedron: solid(
      "icosahedron",
      goldenRectangles(1 / Math.sqrt(1 + phi * phi), phi / Math.sqrt(1 + phi * phi)),
      "0,2,4 0,4,8 0,5,2 0,8,10 0,10,5 1,3,7 1,6,3 1,7,10 1,8,6 1,10,8 2,5,11 2,9,4 2,11,9 3,6,9 " +
        "3,9,11 3,11,7 4,6,8 4,9,6 5,7,11 5,10,7",
    ),
  };
}

function cubeVertices(): Point[] {
  const r = 1 / Math.sqrt(3);
  return signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Point => [x * r, y * r, z * r])));
}

/** The corners of three golden rectangles, each in one coordinate plane: cyclic shifts of (0, ±a, ±b). */
function goldenRectangles(a: number, b: number): Point[] {
  const corners = signs.flatMap((first) => signs.map((second) => [first * a, second * b] as const));
  return [
    ...corners.map(([u, v]): Point => [0, u, v]),
    ...corners.map(([u, v]): Point => [v, 0, u]),
    ...corners.map(([u, v]): Point => [u, v, 0]),
  ];
}

function solid(name: SolidName, vertices: readonly Point[], faceList: string): Solid {
  const faces = faceList.split(" ").map((face) => face.split(",").map(Number));
  const neighbourSets = vertices.map(() => new Set<number>());
  for (const face of faces) {
    face.forEach((a, side) => {
      const b = face[(side + 1) % face.length] as number;
      neighbourSets[a]?.add(b);
      neighbourSets[b]?.add(a);
    });
  }
  const neighbours = neighbourSets.map((set) => [...set].sort((a, b) => a - b));
  const edges = neighbours.flatMap((list, a) => list.filter((b) => a < b).map((b) => [a, b] as const));
  return { name, vertices, faces, edges, neighbours };
}
