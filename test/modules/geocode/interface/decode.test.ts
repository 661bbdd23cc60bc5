import { describe, expect, test } from "vitest";
import { geometries, type Json, legalRequests, solid, withMember } from "../../../support/geocode-operations.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectRefusal, resultOf } from "./answers.ts";
import { promiseFields } from "./field-promises.ts";
import { promiseResult } from "./result-promises.ts";

const server = sharedServer();
const legal = legalRequests.decode;
const withGeometry = (geometry: Json) => {
  const known = geometries.includes(geometry) ? geometry : "cube";
  const { vertices, faces } = solid(known);
  const data_mapping = { dimension_scaling: [1, 1, 1], vertex_weights: vertices.map((_, index) => index + 0.5) };
  return { ...legal, encoded_data: { geometry, vertices, faces, data_mapping } };
};

promiseFields(server, "decode", legal, [
  { name: "encoded_data", kind: "object", required: true },
  { name: "encoded_data.geometry", kind: "string", required: true, words: geometries, request: withGeometry },
  { name: "encoded_data.vertices", kind: "array", required: true },
  { name: "encoded_data.faces", kind: "array", required: true },
  { name: "encoded_data.data_mapping", kind: "object", required: true },
  { name: "encoded_data.data_mapping.dimension_scaling", kind: "array", required: true },
  { name: "encoded_data.data_mapping.vertex_weights", kind: "array", required: true },
  { name: "output_dimensions", kind: "integer", required: true, range: [3, 13] },
  {
    name: "precision",
    kind: "string",
    words: ["low", "medium", "high"],
    byDefault: { value: "medium", other: "high" },
  },
]);

promiseResult(server, "decode", "decode", legal, [
  ["decoded_data[]", "number"],
  ["metrics.reconstruction_accuracy", "number"],
  ["metrics.geometric_coherence", "number"],
  ["metrics.dimensional_integrity", "number"],
]);

test.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])(
  "a request for %i output dimensions is answered with as many numbers",
  async (n) => {
    expect((await resultOf(server(), "decode", { ...legal, output_dimensions: n })).decoded_data).toHaveLength(n);
  },
);

test.each(geometries)(
  "decode accepts the result of encode for the %s unchanged, and approximates the data",
  async (name) => {
    const data = [1, -2.5, 3.75];
    for (const precision of ["low", "medium", "high"]) {
      const encoded = await resultOf(server(), "encode", { data, target_geometry: name, precision });
      const request = { encoded_data: encoded.encoded_data, output_dimensions: 3, precision: "high" };
      const { decoded_data: decoded, metrics } = await resultOf(server(), "decode", request);
      data.forEach((value, index) => {
        expect(decoded[index]).toBeCloseTo(value, precision === "low" ? 1 : 5);
      });
      expect(metrics.reconstruction_accuracy).toBeGreaterThan(0.99);
    }
  },
);

describe("the lists of encoded data", () => {
  const scaling = "encoded_data.data_mapping.dimension_scaling";
  const weights = "encoded_data.data_mapping.vertex_weights";
  const cube = solid("cube");
  const eight = (value: number) => [0, 0, 0, 0, 0, 0, 0, value];

  test.each([
    [scaling, 1, new Array(1).fill(1)],
    [scaling, 10_000, new Array(10_000).fill(1)],
    [scaling, 2, [1e-3, 1e9]],
    [weights, 8, eight(1e304)],
    [weights, 8, eight(-1e304)],
  ])("%s may have %i entries at its bounds", async (path, _, list) => {
    await resultOf(server(), "decode", withMember(legal, path, list));
  });

  const mismatch = "VECTOR_DIMENSION_MISMATCH";
  const invalid = "PARAMETER_INVALID";
  const rows: [string, string, unknown, string, [number, number]?][] = [
    [mismatch, weights, eight(0).slice(1), weights],
    [mismatch, weights, [...eight(0), 0], weights],
    [mismatch, weights, [], weights],
    [mismatch, "encoded_data.vertices", cube.vertices.slice(1), "encoded_data.vertices"],
    [mismatch, "encoded_data.vertices", [], "encoded_data.vertices"],
    [mismatch, "encoded_data.vertices", cube.vertices.with(3, [1, 2]), "encoded_data.vertices[3]"],
    [mismatch, "encoded_data.vertices", cube.vertices.with(0, [1, 2, 3, 4]), "encoded_data.vertices[0]"],
    [invalid, scaling, [], scaling, [1, 10_000]],
    [invalid, scaling, new Array(10_001).fill(1), scaling, [1, 10_000]],
    [invalid, scaling, [1, 0.000_999_999], `${scaling}[1]`, [1e-3, 1e9]],
    [invalid, scaling, [1_000_000_001], `${scaling}[0]`, [1e-3, 1e9]],
    [invalid, scaling, [1, -1], `${scaling}[1]`, [1e-3, 1e9]],
    [invalid, weights, eight(1.1e304), `${weights}[7]`, [-1e304, 1e304]],
    [invalid, weights, eight(-1.1e304), `${weights}[7]`, [-1e304, 1e304]],
    [
      invalid,
      "encoded_data.vertices",
      cube.vertices.with(2, [0, 1.1e300, 0]),
      "encoded_data.vertices[2][1]",
      [-1e300, 1e300],
    ],
    [invalid, "encoded_data.vertices", cube.vertices.with(2, [0, 0, 0]), "encoded_data.vertices"],
    [
      invalid,
      "encoded_data.vertices",
      cube.vertices.toReversed().with(0, cube.vertices[0] as number[]),
      "encoded_data.vertices",
    ],
    [invalid, "encoded_data.faces", [], "encoded_data.faces"],
    [invalid, "encoded_data.faces", cube.faces.slice(1), "encoded_data.faces"],
    [invalid, "encoded_data.faces", cube.faces.with(0, [0, 1, 5]), "encoded_data.faces"],
    [invalid, "encoded_data.faces", cube.faces.with(0, [0, 1]), "encoded_data.faces[0]"],
    [invalid, "encoded_data.faces", cube.faces.with(0, [0, 1, 5, 8]), "encoded_data.faces[0][3]", [0, 7]],
    [invalid, "encoded_data.faces", cube.faces.with(0, [0, 1, 5, -1]), "encoded_data.faces[0][3]", [0, 7]],
    [invalid, "encoded_data.faces", cube.faces.with(1, [0, 1, 5, 1]), "encoded_data.faces[1][3]", [0, 7]],
  ];
  test.each(rows)("%s for %s as %j, at %s", async (code, path, list, parameter, validRange) => {
    await expectRefusal(server(), "decode", withMember(legal, path, list), { code, parameter, validRange });
  });

  test("a geometry other than that of the vertices is a dimension mismatch", async () => {
    const request = withMember(legal, "encoded_data.geometry", "octahedron");
    await expectRefusal(server(), "decode", request, { code: mismatch, parameter: "encoded_data.vertices" });
  });

  test("the solid may be moved, larger, and have its faces in any order", async () => {
    const here = await resultOf(server(), "decode", legal);
    const elsewhere = structuredClone(legal);
    elsewhere.encoded_data.vertices = cube.vertices.map((vertex) => vertex.map((value) => 3 * value + 5));
    elsewhere.encoded_data.faces = cube.faces.toReversed().map((face) => face.toReversed());
    expect(await resultOf(server(), "decode", elsewhere)).toEqual(here);
  });
});
