import {
  type Json,
  legalRequests,
  type OperationName,
  solid,
  withMember,
  withoutMember,
} from "../../../support/geocode-operations.ts";

export interface ErrorCase {
  readonly title: string;
  readonly operation: OperationName;
  /** JSON, or the text of a body that JSON.stringify cannot write. */
  readonly request: Json;
  readonly code: "PARAMETER_REQUIRED" | "PARAMETER_INVALID" | "VECTOR_DIMENSION_MISMATCH";
  readonly parameter: string;
  readonly validRange?: readonly [number, number];
}

const { transform, encode, decode, jitterbug, phiResonance, rSpace } = legalRequests;
const required = "PARAMETER_REQUIRED";
const invalid = "PARAMETER_INVALID";
const mismatch = "VECTOR_DIMENSION_MISMATCH";
const mapping = "encoded_data.data_mapping";
const dimensions = [3, 13] as const;
const numbers = [-1e300, 1e300] as const;

/** One fault in each request. */
export const singleFaults: readonly ErrorCase[] = [
  ...missing("transform", transform, ["data", "source_dimensions", "target_dimensions"]),
  ...missing("encode", encode, ["data", "target_geometry"]),
  ...missing("decode", decode, [
    "encoded_data",
    "output_dimensions",
    "encoded_data.geometry",
    "encoded_data.vertices",
    "encoded_data.faces",
    mapping,
    `${mapping}.dimension_scaling`,
    `${mapping}.vertex_weights`,
  ]),
  ...missing("jitterbug", jitterbug, ["source_geometry", "target_geometry", "data", "data.vertices", "data.values"]),
  ...missing("phiResonance", phiResonance, ["data", "operation"]),
  ...missing("rSpace", rSpace, ["data", "r_space", "operation"]),
  one("transform", transform, { source_dimensions: 2 }, invalid, "source_dimensions", dimensions),
  one("transform", transform, { source_dimensions: 14 }, invalid, "source_dimensions", dimensions),
  one("transform", transform, { target_dimensions: 0 }, invalid, "target_dimensions", dimensions),
  one("transform", transform, { target_dimensions: -1 }, invalid, "target_dimensions", dimensions),
  one("transform", transform, { target_dimensions: 3.5 }, invalid, "target_dimensions", dimensions),
  one("transform", transform, { data: [] }, mismatch, "data"),
  one("transform", transform, { data: [1, 2, 3] }, mismatch, "data"),
  one("transform", transform, { data: new Array(5000).fill(1.5) }, mismatch, "data"),
  one("transform", transform, { data: [1, 2, 1e301, 4, 5] }, invalid, "data[2]", numbers),
  one("transform", transform, { data: [1, 2, "3", 4, 5] }, invalid, "data[2]"),
  one("transform", transform, { data: [1, 2, null, 4, 5] }, invalid, "data[2]"),
  one("transform", transform, { transformation_type: "LINEAR" }, invalid, "transformation_type"),
  one("transform", transform, { precision: "exact" }, invalid, "precision"),
  one("transform", transform, { preserve_magnitude: "yes" }, invalid, "preserve_magnitude"),
  one("encode", encode, { data: [] }, invalid, "data", [1, 10_000]),
  one("encode", encode, { data: {} }, invalid, "data", [1, 10_000]),
  one("encode", encode, { data: new Array(10_001).fill(1) }, invalid, "data", [1, 10_000]),
  one("encode", encode, { data: [[1], [2, 3]] }, mismatch, "data[1]"),
  one("encode", encode, { data: { a: [1], b: [2, 3] } }, mismatch, "data.b"),
  one("encode", encode, { data: { a: [1], "b.c": [] } }, invalid, "data.b.c", [1, 10_000]),
  one("encode", encode, { data: { "größe 100%\n😀": [] } }, invalid, "data.größe 100%\n😀", [1, 10_000]),
  one("encode", encode, { data: { ["k".repeat(100_000)]: [] } }, invalid, `data.${"k".repeat(250)}…`, [1, 10_000]),
  one(
    "encode",
    encode,
    {
      data: [
        [1, 2],
        [3, -2e300],
      ],
    },
    invalid,
    "data[1][1]",
    numbers,
  ),
  one("encode", encode, { data: { type: "x", faces: [], vertices: [[1]], values: [1, 2] } }, mismatch, "data.values"),
  one(
    "encode",
    encode,
    { data: { type: "x", faces: [], vertices: [[2e300]], values: [1] } },
    invalid,
    "data.vertices[0][0]",
    numbers,
  ),
  one("encode", encode, { data: { faces: [], vertices: [[1]] } }, required, "data.type"),
  one("encode", encode, { data: { type: "x", vertices: [[1]] } }, required, "data.faces"),
  one("encode", encode, { data: 5 }, invalid, "data"),
  one("encode", encode, { target_geometry: "sphere" }, invalid, "target_geometry"),
  one("encode", encode, { optimization: "" }, invalid, "optimization"),
  one("encode", encode, { compression: 1 }, invalid, "compression"),
  one("decode", decode, { output_dimensions: 14 }, invalid, "output_dimensions", dimensions),
  one("decode", decode, { [`${mapping}.vertex_weights`]: [1, 2] }, mismatch, `${mapping}.vertex_weights`),
  one("decode", decode, { [`${mapping}.dimension_scaling`]: [] }, invalid, `${mapping}.dimension_scaling`, [1, 10_000]),
  one(
    "decode",
    decode,
    { [`${mapping}.dimension_scaling`]: [1, 0] },
    invalid,
    `${mapping}.dimension_scaling[1]`,
    [1e-3, 1e9],
  ),
  one(
    "decode",
    decode,
    { [`${mapping}.vertex_weights`]: new Array(8).fill(1e305) },
    invalid,
    `${mapping}.vertex_weights[0]`,
    [-1e304, 1e304],
  ),
  one("decode", decode, { "encoded_data.vertices": [[1, 2, 3]] }, mismatch, "encoded_data.vertices"),
  one(
    "decode",
    decode,
    { "encoded_data.vertices": solid("cube").vertices.with(7, [1, 1]) },
    mismatch,
    "encoded_data.vertices[7]",
  ),
  one(
    "decode",
    decode,
    { "encoded_data.vertices": solid("cube").vertices.with(7, [1, 1, 1]) },
    invalid,
    "encoded_data.vertices",
  ),
  one("decode", decode, { "encoded_data.faces": [[0, 1, 2]] }, invalid, "encoded_data.faces"),
  one("decode", decode, { "encoded_data.faces": [[0, 1.5]] }, invalid, "encoded_data.faces[0][1]"),
  one("decode", decode, { "encoded_data.geometry": "Cube" }, invalid, "encoded_data.geometry"),
  one("decode", decode, { encoded_data: [] }, invalid, "encoded_data"),
  one("jitterbug", jitterbug, { transformation_ratio: 1.0000000000000002 }, invalid, "transformation_ratio", [0, 1]),
  one("jitterbug", jitterbug, { transformation_ratio: -5e-324 }, invalid, "transformation_ratio", [0, 1]),
  one("jitterbug", jitterbug, { intermediate_steps: 101 }, invalid, "intermediate_steps", [0, 100]),
  one("jitterbug", jitterbug, { intermediate_steps: -1 }, invalid, "intermediate_steps", [0, 100]),
  one("jitterbug", jitterbug, { "data.values": [1] }, mismatch, "data.values"),
  one("jitterbug", jitterbug, { "data.vertices": [[1]] }, mismatch, "data.vertices"),
  one("jitterbug", jitterbug, { "data.vertices": solid("cube").vertices.with(2, [1]) }, mismatch, "data.vertices[2]"),
  one("jitterbug", jitterbug, { "data.vertices": new Array(8).fill([1, 1, 1]) }, invalid, "data.vertices"),
  one("jitterbug", jitterbug, { "data.values": new Array(8).fill(-3e300) }, invalid, "data.values[0]", numbers),
  one("jitterbug", jitterbug, { source_geometry: "point" }, invalid, "source_geometry"),
  one("jitterbug", jitterbug, { source_geometry: "octahedron" }, mismatch, "data.vertices"),
  one("phiResonance", phiResonance, { data: [] }, invalid, "data", [1, 100_000]),
  one("phiResonance", phiResonance, { data: new Array(100_001).fill(1) }, invalid, "data", [1, 100_000]),
  one("phiResonance", phiResonance, { data: [1, 1e301] }, invalid, "data[1]", numbers),
  one("phiResonance", phiResonance, { depth: 0 }, invalid, "depth", [1, 7]),
  one("phiResonance", phiResonance, { depth: 8 }, invalid, "depth", [1, 7]),
  one("phiResonance", phiResonance, { target_resonance: 1.1 }, invalid, "target_resonance", [0, 1]),
  one(
    "phiResonance",
    phiResonance,
    { data: new Array(50_000).fill(1), operation: "generate" },
    invalid,
    "depth",
    [1, 1],
  ),
  one("phiResonance", phiResonance, { operation: "Analyze" }, invalid, "operation"),
  one("phiResonance", phiResonance, { data: { a: [1] } }, invalid, "data"),
  one("rSpace", rSpace, { data: [] }, invalid, "data", [1, 100_000]),
  one("rSpace", rSpace, { data: new Array(100_001).fill(1) }, invalid, "data", [1, 100_000]),
  one("rSpace", rSpace, { r_space: "r7" }, invalid, "r_space"),
  one("rSpace", rSpace, { operation: "reflect" }, invalid, "operation"),
  one("rSpace", rSpace, { parameters: [] }, invalid, "parameters"),
  one("rSpace", rSpace, { "parameters.rotation_plane": [0, 0] }, invalid, "parameters.rotation_plane", [0, 6]),
  one("rSpace", rSpace, { "parameters.rotation_plane": [0, 7] }, invalid, "parameters.rotation_plane", [0, 6]),
  one("rSpace", rSpace, { "parameters.rotation_angle": "1" }, invalid, "parameters.rotation_angle"),
  one("rSpace", rSpace, { operation: "project", "parameters.harmonics": 4 }, invalid, "parameters.harmonics", [0, 3]),
  one("rSpace", rSpace, { operation: "project", "parameters.harmonics": -1 }, invalid, "parameters.harmonics", [0, 3]),
  one("rSpace", rSpace, { operation: "harmonize", "parameters.strength": 1.5 }, invalid, "parameters.strength", [0, 1]),
];

/** Two faults in each request, of which the first in the order of checks is reported. */
export const doubleFaults: readonly ErrorCase[] = [
  two(
    "presence before type",
    "transform",
    { data: "x", target_dimensions: null },
    required,
    "target_dimensions",
    dimensions,
  ),
  two(
    "presence before range",
    "transform",
    { source_dimensions: 99, target_dimensions: null },
    required,
    "target_dimensions",
    dimensions,
  ),
  two(
    "presence before length",
    "transform",
    { data: [1], target_dimensions: null },
    required,
    "target_dimensions",
    dimensions,
  ),
  two("presence before elements", "rSpace", { data: [1e301], operation: null }, required, "operation"),
  two(
    "presence within before type outside",
    "decode",
    { precision: 5, "encoded_data.faces": null },
    required,
    "encoded_data.faces",
  ),
  two(
    "presence before type of the same object",
    "jitterbug",
    { "data.vertices": 5, "data.values": null },
    required,
    "data.values",
  ),
  two(
    "the first of two missing",
    "transform",
    { source_dimensions: null, target_dimensions: null },
    required,
    "source_dimensions",
    dimensions,
  ),
  two("the first of two missing, whatever their order", "rSpace", { operation: null, data: null }, required, "data"),
  two(
    "type before range",
    "transform",
    { source_dimensions: 99, target_dimensions: "x" },
    invalid,
    "target_dimensions",
    dimensions,
  ),
  two("type before word", "encode", { target_geometry: "sphere", compression: "x" }, invalid, "compression"),
  two("type before length", "transform", { data: [1], precision: 5 }, invalid, "precision"),
  two("type of an entry before range", "phiResonance", { data: [1, "x"], depth: 8 }, invalid, "data[1]"),
  two("the first of two types", "encode", { compression: 1, optimization: 1 }, invalid, "optimization"),
  two(
    "range before length",
    "transform",
    { data: [1], target_dimensions: 14 },
    invalid,
    "target_dimensions",
    dimensions,
  ),
  two("word before length", "transform", { data: [1], precision: "x" }, invalid, "precision"),
  two("word before emptiness", "encode", { data: [], optimization: "x" }, invalid, "optimization"),
  two("range before emptiness", "phiResonance", { data: [], depth: 0 }, invalid, "depth", [1, 7]),
  two(
    "range before elements",
    "phiResonance",
    { data: [1e301], target_resonance: 2 },
    invalid,
    "target_resonance",
    [0, 1],
  ),
  two(
    "range of parameters before emptiness",
    "rSpace",
    { data: [], "parameters.strength": -1 },
    invalid,
    "parameters.strength",
    [0, 1],
  ),
  two(
    "range that depends on the space before emptiness",
    "rSpace",
    { data: [], operation: "project", "parameters.harmonics": 4 },
    invalid,
    "parameters.harmonics",
    [0, 3],
  ),
  two(
    "the first of two ranges",
    "transform",
    { target_dimensions: 2, source_dimensions: 2 },
    invalid,
    "source_dimensions",
    dimensions,
  ),
  two(
    "range and word by the order of fields",
    "rSpace",
    { r_space: "R8", "parameters.strength": 2 },
    invalid,
    "r_space",
  ),
  two("length before elements", "transform", { data: [1e301] }, mismatch, "data"),
  two("unequal rows before elements", "encode", { data: [[1e301, 1], [1]] }, mismatch, "data[1]"),
  two(
    "length of values before elements of vertices",
    "encode",
    { data: { type: "x", faces: [], vertices: [[1e301]], values: [] } },
    mismatch,
    "data.values",
  ),
  two(
    "length of vertices before that of values",
    "jitterbug",
    { "data.vertices": [], "data.values": [] },
    mismatch,
    "data.vertices",
  ),
  two(
    "length of values before elements of vertices",
    "jitterbug",
    { "data.vertices": new Array(8).fill([0, 0, 1e301]), "data.values": [] },
    mismatch,
    "data.values",
  ),
  two(
    "length of weights before elements of scaling",
    "decode",
    { [`${mapping}.dimension_scaling`]: [0], [`${mapping}.vertex_weights`]: [] },
    mismatch,
    `${mapping}.vertex_weights`,
  ),
  two(
    "length of weights before elements of vertices",
    "decode",
    { "encoded_data.vertices": new Array(8).fill([0, 0, 1e301]), [`${mapping}.vertex_weights`]: [] },
    mismatch,
    `${mapping}.vertex_weights`,
  ),
  two(
    "elements before shape",
    "decode",
    { "encoded_data.faces": [], [`${mapping}.dimension_scaling`]: [0] },
    invalid,
    `${mapping}.dimension_scaling[0]`,
    [1e-3, 1e9],
  ),
  two(
    "elements before shape",
    "jitterbug",
    { "data.vertices": new Array(8).fill([0, 0, 0]), "data.values": new Array(8).fill(1e301) },
    invalid,
    "data.values[0]",
    numbers,
  ),
  two("the first of two elements", "transform", { data: [1, 1e301, 1e302, 0, 0] }, invalid, "data[1]", numbers),
];

function missing(operation: OperationName, legal: Json, parameters: readonly string[]): ErrorCase[] {
  return parameters.map((parameter) => ({
    title: `${operation} without ${parameter}`,
    operation,
    request: withoutMember(legal, parameter),
    code: required,
    parameter,
    ...(parameter.endsWith("_dimensions") && { validRange: dimensions }),
  }));
}

function one(
  operation: OperationName,
  legal: Json,
  changes: { readonly [path: string]: unknown },
  code: ErrorCase["code"],
  parameter: string,
  validRange?: readonly [number, number],
): ErrorCase {
  let request = legal;
  for (const [path, value] of Object.entries(changes)) request = withMember(request, path, value);
  const text = JSON.stringify(changes);
  const title = `${operation} with ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
  return { title, operation, request, code, parameter, ...(validRange && { validRange }) };
}

function two(
  order: string,
  operation: OperationName,
  changes: { readonly [path: string]: unknown },
  code: ErrorCase["code"],
  parameter: string,
  validRange?: readonly [number, number],
): ErrorCase {
  const built = one(operation, legalRequests[operation], changes, code, parameter, validRange);
  return { ...built, title: `${order}: ${built.title}` };
}
