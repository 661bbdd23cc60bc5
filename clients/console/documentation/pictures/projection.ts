import { line, type Point, polygon } from "./svg.ts";

export type Vertex = readonly number[];

/** A convex solid: its vertices, and its faces counter-clockwise as seen from outside. */
export interface Solid {
  readonly vertices: readonly Vertex[];
  readonly faces: readonly (readonly number[])[];
}

/** How solids are turned before they are seen along z, in radians about y and then about x. */
const turn = { y: 0.42, x: 0.33 };

/** Turns a vertex as the viewer sees it; its third coordinate points to the viewer. */
export function turned([x = 0, y = 0, z = 0]: Vertex): readonly [x: number, y: number, z: number] {
  const [cosY, sinY, cosX, sinX] = [Math.cos(turn.y), Math.sin(turn.y), Math.cos(turn.x), Math.sin(turn.x)];
  const [x1, z1] = [x * cosY + z * sinY, z * cosY - x * sinY];
  return [x1, y * cosX - z1 * sinX, y * sinX + z1 * cosX];
}

/** Projects vertices into a picture: around a centre, a unit being as long as `scale`. */
export function projected(vertices: readonly Vertex[], [cx, cy]: Point, scale: number): Point[] {
  return vertices.map((vertex) => {
    const [x, y] = turned(vertex);
    return [cx + scale * x, cy - scale * y];
  });
}

/** Draws a convex solid: faces in front shaded, edges that belong to none of these as hidden ones. */
export function drawSolid(solid: Solid, centre: Point, scale: number): string[] {
  const points = projected(solid.vertices, centre, scale);
  const inFront = solid.faces.filter((face) => facesViewer(solid, face));
  const seen = new Set(inFront.flatMap(edgesOf));
  const hidden = [...new Set(solid.faces.flatMap(edgesOf))].filter((edge) => !seen.has(edge));
  const draw = (kind: string) => (edge: string) => {
    const [a, b] = edge.split(" ").map((index) => points[Number(index)]) as [Point, Point];
    return line(a, b, kind);
  };
  return [
    ...hidden.map(draw("hidden-edge")),
    ...inFront.map((face) =>
      polygon(
        face.map((index) => points[index] as Point),
        "face",
      ),
    ),
    ...[...seen].map(draw("edge")),
  ];
}

/** Whether a face is seen: its normal points to the viewer. */
function facesViewer({ vertices }: Solid, face: readonly number[]): boolean {
  const [a, b, c] = face.slice(0, 3).map((index) => turned(vertices[index] as Vertex));
  if (a === undefined || b === undefined || c === undefined) throw new Error("a face has three vertices or more");
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}

/** The edges of a face, each named by its two vertices, the smaller first. */
function edgesOf(face: readonly number[]): string[] {
  return face.map((from, index) => {
    const to = face[(index + 1) % face.length] as number;
    return `${Math.min(from, to)} ${Math.max(from, to)}`;
  });
}
