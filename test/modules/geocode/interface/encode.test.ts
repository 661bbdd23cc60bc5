import { describe, expect, test } from "vitest";
import { geometries, legalRequests, solid, withMember, withoutMember } from "../../../support/geocode-operations.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectRefusal, resultOf } from "./answers.ts";
import { promiseFields } from "./field-promises.ts";
import { promiseResult } from "./result-promises.ts";

const server = sharedServer();
const legal = legalRequests.encode;
const object = { type: "something", ...solid("cube"), values: [1, 2, 3, 4, 5, 6, 7, 8], properties: { a: [{}] } };
const withObject = (data: unknown) => ({ ...legal, data });

promiseFields(server, "encode", legal, [
  { name: "data", kind: "array or object", required: true },
  { name: "target_geometry", kind: "string", required: true, words: geometries },
  {
    name: "optimization",
    kind: "string",
    words: ["phi", "pi", "sqrt2", "sqrt3", "e"],
    byDefault: { value: "phi", other: "pi" },
  },
  {
    name: "precision",
    kind: "string",
    words: ["low", "medium", "high"],
    byDefault: { value: "medium", other: "low" },
  },
  { name: "compression", kind: "boolean", byDefault: { value: false, other: true } },
]);

promiseResult(server, "encode", "encode", legal, [
  ["encoded_data.geometry", "string"],
  ["encoded_data.vertices[][]", "number"],
  ["encoded_data.faces[][]", "integer"],
  ["encoded_data.data_mapping.dimension_scaling[]", "number"],
  ["encoded_data.data_mapping.vertex_weights[]", "number"],
  ["metrics.phi_resonance", "number"],
  ["metrics.geometric_coherence", "number"],
  ["metrics.compression_ratio", "number"],
]);

test.each([
  ["tetrahedron", 4, 4, 3],
  ["cube", 8, 6, 4],
  ["octahedron", 6, 8, 3],
  ["dodecahedron", 20, 12, 5],
  ["icosahedron", 12, 20, 3],
])("a %s has %i vertices and %i faces with %i corners", async (geometry, vertexCount, faceCount, corners) => {
  const data = [1, 2.5, -3];
  const { encoded_data: encoded } = await resultOf(server(), "encode", { data, target_geometry: geometry });
  expect(encoded.geometry).toBe(geometry);
  expect(encoded.vertices).toHaveLength(vertexCount);
  for (const vertex of encoded.vertices) expect(vertex).toHaveLength(3);
  expect(encoded.faces).toHaveLength(faceCount);
  for (const face of encoded.faces) expect(face).toHaveLength(corners);
  const named = new Set<number>(encoded.faces.flat());
  expect([...named].sort((a, b) => a - b)).toEqual(Array.from({ length: vertexCount }, (_, index) => index));
  expect(encoded.data_mapping.vertex_weights).toHaveLength(vertexCount);
  expect(encoded.data_mapping.dimension_scaling).toHaveLength(data.length);
});

describe("forms of data", () => {
  const numbers = [5, -1, 0.25, 3, 2.5, -4];
  const same: [string, unknown][] = [
    ["a vector array", [numbers.slice(0, 3), numbers.slice(3)]],
    ["a vector map", { b: numbers.slice(3), a: numbers.slice(0, 3) }],
    ["a vector map with an empty and an inherited name", { "": numbers.slice(0, 3), toString: numbers.slice(3) }],
    ["a vector map whose only name is constructor", { constructor: numbers }],
    ["the coordinates of a geometric object", { type: "x", vertices: [[5, -1, 0.25], numbers.slice(3)], faces: [] }],
    ["the values of a geometric object", { type: "octahedron", ...solid("octahedron"), values: numbers }],
  ];
  test.each(same)("%s is encoded like the vector of its numbers", async (_, data) => {
    const vector = await resultOf(server(), "encode", withObject(numbers));
    expect(await resultOf(server(), "encode", withObject(data))).toEqual(vector);
  });

  test.each([
    ["names a vertex that is not there", [0, 1, 8], "data.faces[1][2]", 8, [0, 7]],
    ["has a negative index", [0, -1, 2], "data.faces[1][1]", -1, [0, 7]],
    ["names a vertex twice", [3, 4, 3], "data.faces[1][2]", 3, [0, 7]],
    ["has fewer than three vertices", [0, 1], "data.faces[1]", [0, 1], undefined],
    ["has no vertices", [], "data.faces[1]", [], undefined],
  ] as const)("a geometric object is refused if a face %s", async (_, face, parameter, provided, validRange) => {
    const data = { ...object, faces: [[0, 1, 2], face] };
    await expectRefusal(server(), "encode", withObject(data), {
      code: "PARAMETER_INVALID",
      parameter,
      provided,
      validRange,
    });
  });

  test.each(["type", "vertices", "faces"])("a geometric object requires %s", async (name) => {
    const refusal = { code: "PARAMETER_REQUIRED", parameter: `data.${name}` };
    await expectRefusal(server(), "encode", withObject(withoutMember(object, name)), refusal);
  });

  test.each(["values", "properties"])("a geometric object may lack %s", async (name) => {
    await resultOf(server(), "encode", withObject(withoutMember(object, name)));
    await resultOf(server(), "encode", withObject(withMember(object, name, null)));
  });

  test.each([
    ["data.type", 5],
    ["data.faces", {}],
    ["data.faces[0]", 5],
    ["data.faces[0][1]", 0.5],
    ["data.values", {}],
    ["data.values[1]", "2"],
    ["data.properties", []],
    ["data.vertices[0][2]", "x"],
  ])("a geometric object may not have %s as %j", async (parameter, provided) => {
    const data = structuredClone(object) as Record<string, unknown>;
    const steps = parameter
      .slice("data.".length)
      .split(/[.[\]]+/)
      .filter(Boolean);
    const last = steps.pop() as string;
    const holder = steps.reduce((inner, step) => inner[step] as Record<string, unknown>, data);
    holder[last] = provided;
    await expectRefusal(server(), "encode", withObject(data), { code: "PARAMETER_INVALID", parameter, provided });
  });

  test.each([
    ["PARAMETER_INVALID", "data", []],
    ["PARAMETER_INVALID", "data", {}],
    ["PARAMETER_INVALID", "data[0]", [[]]],
    ["PARAMETER_INVALID", "data.a", { a: [] }],
    ["PARAMETER_INVALID", "data.vertices[0]", { type: "x", vertices: [[]], faces: [] }],
    ["PARAMETER_INVALID", "data.vertices", { type: "x", vertices: [], faces: [] }],
  ])("empty data are %s %s: %j", async (code, parameter, data) => {
    await expectRefusal(server(), "encode", withObject(data), { code, parameter, validRange: [1, 10_000] });
  });

  test.each([
    ["data[1]", [[1, 2], [3]]],
    ["data.b", { a: [1, 2], b: [3, 4, 5] }],
    [
      "data.vertices[2]",
      {
        ...object,
        vertices: [
          [1, 2, 3],
          [1, 2, 3],
          [1, 2],
        ],
        values: [1, 2, 3],
      },
    ],
    ["data.values", { ...object, values: [1, 2] }],
    ["data.values", { ...object, values: [] }],
  ])("rows of unequal lengths are a mismatch of %s: %j", async (parameter, data) => {
    await expectRefusal(server(), "encode", withObject(data), { code: "VECTOR_DIMENSION_MISMATCH", parameter });
  });

  const tenThousand = new Array(10_000).fill(0.5);
  test.each([
    ["a vector", tenThousand, [...tenThousand, 1]],
    ["a vector array", [tenThousand.slice(0, 5000), tenThousand.slice(5000)], new Array(10_001).fill([1])],
  ])("%s may have 10000 numbers and no more", async (_, most, tooMany) => {
    const result = await resultOf(server(), "encode", withObject(most));
    expect(result.encoded_data.data_mapping.dimension_scaling).toHaveLength(10_000);
    const refusal = {
      code: "PARAMETER_INVALID",
      parameter: "data",
      provided: "a list of 10001 entries",
      validRange: [1, 10_000] as const,
    };
    await expectRefusal(server(), "encode", withObject(tooMany), refusal);
  });

  test("a single number is enough data", async () => {
    const result = await resultOf(server(), "encode", withObject([7]));
    expect(result.encoded_data.data_mapping.dimension_scaling).toHaveLength(1);
  });
});
