import { Fault } from "../../../core/fault.ts";
import { gramDeviation } from "./congruence.ts";
import { requireFaces } from "./faces.ts";
import { requireLegalNumbers, requireLength } from "./legal-numbers.ts";
import { type SolidName, solids } from "./solids.ts";
import { numbersMax } from "./vector-data.ts";

/** A solid that carries data: what `encode` returns and `decode` reads. */
export interface EncodedData {
  readonly geometry: SolidName;
  /** V points of three coordinates. */
  readonly vertices: ArrayLike<ArrayLike<number>>;
  readonly faces: ArrayLike<ArrayLike<number>>;
  readonly dataMapping: {
    /** Taper times energy factor, one per source number. */
    readonly dimensionScaling: ArrayLike<number>;
    /** One per vertex, in the solid's canonical order. */
    readonly vertexWeights: ArrayLike<number>;
  };
}

/**
 * Refuses encoded data that do not describe the solid they name or carry numbers out of range.
 *
 *  - vertices: V points of three coordinates, congruent to the solid in its canonical order up to a similarity
 *    (`gramDeviation` at most 0.01); position, rotation and size do not matter;
 *  - faces: the solid's faces as sets of vertices, each once, in any order, start and orientation;
 *  - dataMapping: V weights of magnitude at most 1e304, and 1..10000 scalings from 1e-3 to 1e9.
 *
 * Lengths are checked first, then elements, then shape.
 * Faults: VECTOR_DIMENSION_MISMATCH for a wrong number of vertices, coordinates or weights; PARAMETER_INVALID otherwise;
 * both with the path of the invalid field.
 */
export function requireEncodedData(encoded: EncodedData): void {
  const { geometry, vertices, faces } = encoded;
  const { dimensionScaling, vertexWeights } = encoded.dataMapping;
  const solid = solids[geometry];
  requireOnePerVertex(vertices, "encoded_data.vertices", solid.vertices.length, geometry);
  for (let i = 0; i < vertices.length; i++) requirePoint(vertices[i] as ArrayLike<number>, i);
  requireOnePerVertex(vertexWeights, "encoded_data.data_mapping.vertex_weights", solid.vertices.length, geometry);
  requireLength(dimensionScaling, "encoded_data.data_mapping.dimension_scaling", numbersMax);

  for (let i = 0; i < vertices.length; i++) {
    requireLegalNumbers(vertices[i] as ArrayLike<number>, `encoded_data.vertices[${i}]`);
  }
  requireWithin(vertexWeights, "encoded_data.data_mapping.vertex_weights", -weightMax, weightMax);
  requireWithin(dimensionScaling, "encoded_data.data_mapping.dimension_scaling", scalingMin, scalingMax);
  requireFaces(faces, "encoded_data.faces", solid.vertices.length);

  if (!(gramDeviation(vertices, geometry) <= 0.01)) {
    throw new Fault(
      "PARAMETER_INVALID",
      `encoded_data.vertices are not the vertices of a regular ${geometry} in their canonical order.`,
      { parameter: "encoded_data.vertices", provided: vertices },
    );
  }
  if (!hasFacesOf(geometry, faces)) {
    throw new Fault("PARAMETER_INVALID", `encoded_data.faces are not the faces of the ${geometry}.`, {
      parameter: "encoded_data.faces",
      provided: faces,
    });
  }
}

/** Weights are larger than data by the energy factor (2^26 at most) and by the square root of their number. */
const weightMax = 1e304;
const scalingMin = 1e-3;
const scalingMax = 1e9;

function requireOnePerVertex(list: ArrayLike<unknown>, path: string, vertexCount: number, geometry: SolidName): void {
  if (list.length === vertexCount) return;
  throw new Fault(
    "VECTOR_DIMENSION_MISMATCH",
    `${path} has ${list.length} entries, but the ${geometry} has ${vertexCount} vertices.`,
    { parameter: path, provided: list },
  );
}

function requirePoint(point: ArrayLike<number>, index: number): void {
  if (point.length === 3) return;
  const path = `encoded_data.vertices[${index}]`;
  throw new Fault("VECTOR_DIMENSION_MISMATCH", `${path} must have 3 coordinates, not ${point.length}.`, {
    parameter: path,
    provided: point,
  });
}

function requireWithin(values: ArrayLike<number>, path: string, minimum: number, maximum: number): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    // The negated comparison refuses NaN too.
    if (!(value >= minimum && value <= maximum)) {
      throw new Fault("PARAMETER_INVALID", `${path}[${i}] must be a finite number from ${minimum} to ${maximum}.`, {
        parameter: `${path}[${i}]`,
        provided: value,
        validRange: [minimum, maximum],
      });
    }
  }
}

/** Faces as sets of vertices: no solid has more than 20, so a set fits the bits of one integer. */
const faceSets: Readonly<Record<SolidName, ReadonlySet<number>>> = {
  tetrahedron: setsOf("tetrahedron"),
  cube: setsOf("cube"),
  octahedron: setsOf("octahedron"),
  dodecahedron: setsOf("dodecahedron"),
  icosahedron: setsOf("icosahedron"),
};

function setsOf(geometry: SolidName): Set<number> {
  return new Set(solids[geometry].faces.map(vertexSet));
}

function hasFacesOf(geometry: SolidName, faces: ArrayLike<ArrayLike<number>>): boolean {
  const expected = faceSets[geometry];
  if (faces.length !== expected.size) return false;
  const seen = new Set<number>();
  for (let i = 0; i < faces.length; i++) {
    const set = vertexSet(faces[i] as ArrayLike<number>);
    if (!expected.has(set)) return false;
    seen.add(set);
  }
  return seen.size === expected.size;
}

/** Bit set of a face: bit i for vertex i. */
function vertexSet(face: ArrayLike<number>): number {
  let set = 0;
  for (let i = 0; i < face.length; i++) set |= 1 << (face[i] as number);
  return set;
}
