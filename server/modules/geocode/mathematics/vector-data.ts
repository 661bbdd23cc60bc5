import { Fault } from "../../../core/fault.ts";
import { requireFaces } from "./faces.ts";
import { requireLegalNumbers } from "./legal-numbers.ts";

/** The four accepted forms of the data to encode. */
export type VectorData =
  | { readonly kind: "vector"; readonly values: ArrayLike<number> }
  | { readonly kind: "vectors"; readonly rows: ArrayLike<ArrayLike<number>> }
  | { readonly kind: "map"; readonly entries: Readonly<Record<string, ArrayLike<number>>> }
  | {
      readonly kind: "geometry";
      readonly vertices: ArrayLike<ArrayLike<number>>;
      /** Indices into the vertices. */
      readonly faces: ArrayLike<ArrayLike<number>>;
      readonly values?: ArrayLike<number> | undefined;
    };

export const numbersMax = 10_000;

/**
 * Flattens vector data into one array of numbers:
 *  - a vector: unchanged;
 *  - vectors: one after the other;
 *  - a map: its vectors in the order of their keys by UTF-16 code units (the order of JSON members is not significant);
 *  - a geometric object: its values, one per vertex, or its vertex coordinates when it has no values.
 *
 * Only own enumerable keys of a map are read, with any names. The result is a copy.
 *
 * Faults, lengths before elements: PARAMETER_INVALID `data.vertices` for a geometric object without any; `data` for no numbers or more than 10000, and
 * `data[2]` (`data.name`, `data.vertices[2]`) for an empty row; VECTOR_DIMENSION_MISMATCH with that path for a row that
 * is not as long as the first, and `data.values` for values that are not one per vertex; PARAMETER_INVALID with the
 * path of the first number that is not finite or beyond 1e300, in vertices too when only the values are read; last the
 * faces of a geometric object, by `requireFaces`.
 */
export function readVectorData(data: VectorData): Float64Array {
  switch (data.kind) {
    case "vector": {
      requireCount(data.values.length);
      requireLegalNumbers(data.values, "data");
      return Float64Array.from(data.values);
    }
    case "vectors":
      return concatenated(namedByIndex(data.rows, "data"));
    case "map":
      return concatenated(namedByKey(data.entries));
    case "geometry":
      return readGeometry(data);
  }
}

interface Row {
  readonly path: string;
  readonly values: ArrayLike<number>;
}

function readGeometry({ vertices, faces, values }: VectorData & { readonly kind: "geometry" }): Float64Array {
  if (vertices.length === 0) {
    const message = "data.vertices is empty; a geometric object has at least one vertex.";
    throw new Fault("PARAMETER_INVALID", message, {
      parameter: "data.vertices",
      provided: vertices,
      validRange: [1, numbersMax],
    });
  }
  const numbers = readCarried(vertices, values);
  requireFaces(faces, "data.faces", vertices.length);
  return numbers;
}

function readCarried(vertices: ArrayLike<ArrayLike<number>>, values: ArrayLike<number> | undefined): Float64Array {
  const rows = namedByIndex(vertices, "data.vertices");
  if (values === undefined) return concatenated(rows);
  if (values.length !== vertices.length) {
    throw new Fault(
      "VECTOR_DIMENSION_MISMATCH",
      `data.values has ${values.length} numbers, but data.vertices has ${vertices.length} vertices.`,
      { parameter: "data.values", provided: values },
    );
  }
  requireCount(values.length);
  requireEqualLengths(rows);
  for (const row of rows) requireLegalNumbers(row.values, row.path);
  requireLegalNumbers(values, "data.values");
  return Float64Array.from(values);
}

function namedByIndex(rows: ArrayLike<ArrayLike<number>>, path: string): Row[] {
  return Array.from(rows, (values, index) => ({ path: `${path}[${index}]`, values }));
}

function namedByKey(entries: Readonly<Record<string, ArrayLike<number>>>): Row[] {
  // The default order of sort() is the one by UTF-16 code units.
  const keys = Object.keys(entries).sort();
  return keys.map((key) => ({ path: `data.${key}`, values: entries[key] as ArrayLike<number> }));
}

function concatenated(rows: readonly Row[]): Float64Array {
  requireEqualLengths(rows);
  const width = rows[0]?.values.length ?? 0;
  requireCount(rows.length * width);
  const all = new Float64Array(rows.length * width);
  rows.forEach((row, index) => {
    requireLegalNumbers(row.values, row.path);
    all.set(row.values, index * width);
  });
  return all;
}

function requireEqualLengths(rows: readonly Row[]): void {
  const [first] = rows;
  const width = first?.values.length;
  for (const { path, values } of rows) {
    if (values.length === 0) {
      throw new Fault("PARAMETER_INVALID", `${path} is empty; it must have at least one number.`, {
        parameter: path,
        provided: values,
        validRange: [1, numbersMax],
      });
    }
    if (values.length !== width) {
      throw new Fault(
        "VECTOR_DIMENSION_MISMATCH",
        `The vectors are of unequal length: ${path} has ${counted(values.length)}, ${first?.path} has ${width}.`,
        { parameter: path, provided: values },
      );
    }
  }
}

function counted(count: number): string {
  return count === 1 ? "1 number" : `${count} numbers`;
}

function requireCount(count: number): void {
  if (count >= 1 && count <= numbersMax) return;
  throw new Fault("PARAMETER_INVALID", `data must hold 1 to ${numbersMax} numbers in all, not ${count}.`, {
    parameter: "data",
    validRange: [1, numbersMax],
  });
}
