/** A point in space. */
export type Point = readonly [number, number, number];

export const solidNames = ["tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"] as const;
export type SolidName = (typeof solidNames)[number];

const phi = (1 + Math.sqrt(5)) / 2;

/** Returns the vertices of a regular polyhedron on the unit sphere. */
export function verticesOf(solid: SolidName): readonly Point[] {
  return corners[solid].map(([x, y, z]) => {
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length];
  });
}

const corners: Readonly<Record<SolidName, readonly Point[]>> = {
  tetrahedron: [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ],
  cube: signed([1, 1, 1]),
  octahedron: cyclic(signed([0, 0, 1])),
  dodecahedron: [...signed([1, 1, 1]), ...cyclic(signed([0, 1 / phi, phi]))],
  icosahedron: cyclic(signed([0, 1, phi])),
};

/** Returns a point with every combination of signs of its coordinates. */
function signed([x, y, z]: Point): Point[] {
  const signs = (value: number) => (value === 0 ? [0] : [value, -value]);
  return signs(x).flatMap((a) => signs(y).flatMap((b) => signs(z).map((c): Point => [a, b, c])));
}

/** Returns points with their coordinates in each cyclic order. */
function cyclic(points: readonly Point[]): Point[] {
  return points.flatMap(([x, y, z]): Point[] => [
    [x, y, z],
    [y, z, x],
    [z, x, y],
  ]);
}

/** Returns the edges between vertices: the pairs whose distance is within a hundredth of the smallest. */
export function edgesOf(vertices: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  const pairs = vertices.flatMap((_, a) => vertices.slice(a + 1).map((__, index) => [a, a + 1 + index] as const));
  const lengths = pairs.map(([a, b]) => distance(vertices[a] as readonly number[], vertices[b] as readonly number[]));
  // While a jitterbug folds, vertices may coincide; such pairs are no edges.
  const least = Math.min(...lengths.filter((length) => length > 1e-6));
  return pairs.filter((_, index) => {
    const length = lengths[index] as number;
    return length > 1e-6 && length < least * 1.01;
  });
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, index) => value - (b[index] as number)));
}
