import { Fault } from "../../../core/fault.ts";

/**
 * Refuses the first face that is not a polygon of the given vertices: each has three or more indices from 0 to
 * `vertexCount - 1`, none of them twice. No faces at all are legal: points and lines have none.
 *
 * `path` is the name of the faces in the request.
 * Faults: PARAMETER_INVALID `path[i]` for too few vertices, `path[i][j]` with the legal range for any other index.
 */
export function requireFaces(faces: ArrayLike<ArrayLike<number>>, path: string, vertexCount: number): void {
  for (let i = 0; i < faces.length; i++) requireFace(faces[i] as ArrayLike<number>, `${path}[${i}]`, vertexCount);
}

function requireFace(face: ArrayLike<number>, path: string, vertexCount: number): void {
  if (face.length < 3) {
    throw new Fault("PARAMETER_INVALID", `${path} must have at least 3 vertices, not ${face.length}.`, {
      parameter: path,
      provided: face,
    });
  }
  const seen = new Set<number>();
  for (let j = 0; j < face.length; j++) {
    const index = face[j] as number;
    const isVertex = Number.isInteger(index) && index >= 0 && index < vertexCount;
    if (isVertex && !seen.has(index)) {
      seen.add(index);
      continue;
    }
    const expected = isVertex ? "must not name a vertex twice" : `must be an index from 0 to ${vertexCount - 1}`;
    throw new Fault("PARAMETER_INVALID", `${path}[${j}] ${expected}.`, {
      parameter: `${path}[${j}]`,
      provided: index,
      ...(vertexCount > 0 && { validRange: [0, vertexCount - 1] as const }),
    });
  }
}
