import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readVectorData, type VectorData } from "../../../../server/modules/geocode/mathematics/vector-data.ts";
import { faultOf } from "../../../support/fault-of.ts";
import { law, wildMix } from "../../../support/laws/law.ts";

const read = (data: VectorData) => Array.from(readVectorData(data));
const vector = (values: number[]): VectorData => ({ kind: "vector", values });
const vectors = (...rows: number[][]): VectorData => ({ kind: "vectors", rows });
const map = (entries: Record<string, number[]>): VectorData => ({ kind: "map", entries });
const geometry = (vertices: number[][], values?: number[]): VectorData => ({
  kind: "geometry",
  vertices,
  faces: [],
  values,
});

describe("reading", () => {
  const table = fc
    .integer({ min: 1, max: 6 })
    .chain((width) => fc.array(wildMix(width), { minLength: 1, maxLength: 8 }));

  law("E12 a vector is itself, vectors follow one another, vertices too", table, (rows) => {
    expect(read(vector(rows.flat()))).toEqual(rows.flat());
    expect(read(vectors(...rows))).toEqual(rows.flat());
    expect(read(geometry(rows))).toEqual(rows.flat());
    expect(
      read(
        geometry(
          rows,
          rows.map((row) => row[0] as number),
        ),
      ),
    ).toEqual(rows.map((row) => row[0]));
  });

  law(
    "E12 the order of a map's members does not matter",
    fc.tuple(table, fc.array(fc.string(), { minLength: 8, maxLength: 8 })),
    ([rows, names]) => {
      const members = new Map(rows.map((row, i) => [names[i] as string, row]));
      const forwards = Object.fromEntries(members);
      const backwards = Object.fromEntries([...members].reverse());
      expect(read(map(backwards))).toEqual(read(map(forwards)));
    },
  );

  test("E12 a map's keys are sorted by UTF-16 code units, numbers among them too", () => {
    // U+FF5E sorts after the surrogates of U+1F600, though its code point is smaller.
    expect(read(map({ "\uff5e": [5], b: [4], 10: [1], 9: [2], B: [3], "\u{1f600}": [6] }))).toEqual([1, 2, 3, 4, 6, 5]);
  });

  test("E12 keys with the names of inherited members are data, and inherited members are not", () => {
    const entries = JSON.parse('{"constructor": [1, 2], "__proto__": [3, 4], "toString": [5, 6]}');
    expect(read(map(entries))).toEqual([3, 4, 1, 2, 5, 6]);
    expect(read(map(Object.create({ inherited: [1] }, { own: { value: [2], enumerable: true } })))).toEqual([2]);
  });
});

describe("E13 refuses", () => {
  const many = Array.from({ length: 10_001 }, () => 1);
  test.each<[string, VectorData]>([
    ["an empty vector", vector([])],
    ["no vectors", vectors()],
    ["an empty map", map({})],
    ["10001 numbers", vector(many)],
    ["10001 numbers in rows", vectors(...many.map((value) => [value]))],
    [
      "10001 values",
      geometry(
        many.map((value) => [value]),
        many,
      ),
    ],
  ])("%s, with the number of numbers allowed", (_, data) => {
    expect(faultOf(() => read(data))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "data",
      validRange: [1, 10_000],
    });
  });

  test.each<[string, VectorData, string]>([
    ["vectors", vectors([1, 2], [3, 4], [5]), "data[2]"],
    ["a map", map({ a: [1, 2], name: [3, 4, 5] }), "data.name"],
    [
      "vertices",
      geometry([
        [1, 2, 3],
        [1, 2],
      ]),
      "data.vertices[1]",
    ],
    [
      "vertices beside values",
      geometry(
        [
          [1, 2, 3],
          [1, 2],
        ],
        [1, 2],
      ),
      "data.vertices[1]",
    ],
    [
      "values that are not one per vertex",
      geometry(
        [
          [1, 2, 3],
          [1, 2, 3],
        ],
        [1],
      ),
      "data.values",
    ],
  ])("unequal lengths of %s as a dimension mismatch", (_, data, parameter) => {
    expect(faultOf(() => read(data))).toMatchObject({ reason: "VECTOR_DIMENSION_MISMATCH", parameter });
  });

  test.each<[VectorData, string]>([
    [vectors([1, 2], [3]), "The vectors are of unequal length: data[1] has 1 number, data[0] has 2."],
    [map({ b: [1, 2, 3], a: [1] }), "The vectors are of unequal length: data.b has 3 numbers, data.a has 1."],
  ])("vectors of unequal length by a message that says so: %j", (data, message) => {
    expect(() => read(data)).toThrow(message);
  });

  test.each([geometry([]), geometry([], [1]), geometry([], [])])("no vertices of a geometric object: %j", (data) => {
    expect(() => read(data)).toThrow("data.vertices is empty");
    expect(faultOf(() => read(data))).toMatchObject({ reason: "PARAMETER_INVALID", parameter: "data.vertices" });
  });

  test.each<[string, VectorData, string]>([
    ["the only row", vectors([]), "data[0]"],
    ["a later row", vectors([1], []), "data[1]"],
    ["a map's row", map({ a: [] }), "data.a"],
    ["a vertex", geometry([[]]), "data.vertices[0]"],
  ])("%s being empty", (_, data, parameter) => {
    expect(faultOf(() => read(data))).toMatchObject({ reason: "PARAMETER_INVALID", parameter });
  });

  const bad = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.0000001e300, -1e301);
  law("numbers that are not finite or too large, with their index", bad, (value) => {
    const places: [VectorData, string][] = [
      [vector([1, 2, value]), "data[2]"],
      [vectors([1, value], [value, 1]), "data[0][1]"],
      [map({ z: [value, 1], name: [1, value] }), "data.name[1]"],
      [geometry([[1, value, 3]]), "data.vertices[0][1]"],
      [geometry([[1, value, 3]], [1]), "data.vertices[0][1]"],
      [
        geometry(
          [
            [1, 2, 3],
            [4, 5, 6],
          ],
          [1, value],
        ),
        "data.values[1]",
      ],
    ];
    for (const [data, parameter] of places) {
      expect(faultOf(() => read(data))).toMatchObject({
        reason: "PARAMETER_INVALID",
        parameter,
        provided: value,
        validRange: [-1e300, 1e300],
      });
    }
  });

  test("unequal lengths before bad numbers", () => {
    expect(faultOf(() => read(vectors([Number.NaN, 1], [2])))).toMatchObject({ reason: "VECTOR_DIMENSION_MISMATCH" });
  });
});
