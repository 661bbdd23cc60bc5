import { drawSolid, projected, type Solid, type Vertex } from "./projection.ts";
import { disc, label, picture, polyline } from "./svg.ts";

const twistOfIcosahedron = 22.2388;
const moments = [0, 0.25, 0.5, 0.75, 1];

/** The way from the octahedron to the icosahedron in five forms, with the paths of the vertices up to each. */
export function drawJitterbug(): string {
  const forms = moments.flatMap((moment, index) => {
    const centre = [80 + index * 150, 85] as const;
    const solid = { vertices: jitterbugAt(moment), faces: jitterbugFaces() };
    const paths = jitterbugAt(0).map((_, vertex) => {
      const way = Array.from({ length: 13 }, (__, step) => jitterbugAt((moment * step) / 12)[vertex] as Vertex);
      return polyline(projected(way, centre, 62), "second-path");
    });
    const points = projected(solid.vertices, centre, 62).map((point) => disc(point, 3, "first"));
    const drawn = drawSolid(solid, centre, 62);
    return [...drawn, ...(moment === 0 ? [] : paths), ...points, label([centre[0], 180], `t = ${moment}`)];
  });
  return picture(760, 194, "Octahedron, three forms between, and icosahedron", forms);
}

/** Vertices of the form at `s` between octahedron (0) and icosahedron (1), in the order of the icosahedron's. */
export function jitterbugAt(s: number): Vertex[] {
  const twist = ((60 * (1 - s) + twistOfIcosahedron * s) * Math.PI) / 180;
  const q = Math.tan(twist) / Math.sqrt(3);
  const angle = Math.atan2(1 - q, 1 + q);
  const signs = [1, -1];
  return [0, 1, 2].flatMap((shift) =>
    signs.flatMap((first) =>
      signs.map((second) => {
        const vertex = [0, first * Math.sin(angle), second * Math.cos(angle)];
        return [...vertex.slice(3 - shift), ...vertex.slice(0, 3 - shift)];
      }),
    ),
  );
}

/** The icosahedron's triangles: whatever three vertices are nearest to each other, counter-clockwise from outside. */
function jitterbugFaces(): Solid["faces"] {
  const vertices = jitterbugAt(1);
  const isEdge = (a: number, b: number) => distance(vertices[a] as Vertex, vertices[b] as Vertex) < 1.2;
  return vertices.flatMap((_, a) =>
    vertices.flatMap((__, b) =>
      vertices.flatMap((___, c) => {
        if (!(a < b && a < c && b !== c && isEdge(a, b) && isEdge(b, c) && isEdge(a, c))) return [];
        return volume(vertices[a] as Vertex, vertices[b] as Vertex, vertices[c] as Vertex) > 0 ? [[a, b, c]] : [];
      }),
    ),
  );
}

function distance(a: Vertex, b: Vertex): number {
  return Math.hypot(...a.map((coordinate, index) => coordinate - (b[index] as number)));
}

/** Six times the volume of the tetrahedron from the centre; positive if the triangle turns left as seen from outside. */
function volume([a = 0, b = 0, c = 0]: Vertex, [d = 0, e = 0, f = 0]: Vertex, [g = 0, h = 0, i = 0]: Vertex): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}
