import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gramDeviation } from "../../../../server/modules/geocode/mathematics/congruence.ts";
import { type EncodedData, requireEncodedData } from "../../../../server/modules/geocode/mathematics/encoded-data.ts";
import { type SolidName, solids } from "../../../../server/modules/geocode/mathematics/solids.ts";
import { faultOf } from "../../../support/fault-of.ts";
import { law } from "../../../support/laws/law.ts";
import { anySolid, solidNames } from "./arbitraries.ts";

const scalingPath = "encoded_data.data_mapping.dimension_scaling";
const weightsPath = "encoded_data.data_mapping.vertex_weights";

function sample(geometry: SolidName, changes: Partial<EncodedData> = {}): EncodedData {
  const { vertices, faces } = solids[geometry];
  return { geometry, vertices, faces, dataMapping: mapping(geometry), ...changes };
}

function mapping(geometry: SolidName, changes: Partial<EncodedData["dataMapping"]> = {}): EncodedData["dataMapping"] {
  return { dimensionScaling: [1, 1, 1], vertexWeights: solids[geometry].vertices.map((_, i) => i), ...changes };
}

const check = (encoded: EncodedData) => faultOf(() => requireEncodedData(encoded));

const anyVertex = anySolid.chain((name) =>
  fc.tuple(fc.constant(name), fc.integer({ min: 0, max: solids[name].vertices.length - 1 })),
);
const anyFaces = anySolid.chain((name) => {
  const { faces } = solids[name];
  const turns = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: faces.length, maxLength: faces.length });
  const order = fc.shuffledSubarray(faces.slice(), { minLength: faces.length });
  return fc.tuple(fc.constant(name), order, turns);
});

describe("the vertices", () => {
  law("E10 a solid with one vertex moved out by a quarter is refused", anyVertex, ([name, pushed]) => {
    const vertices = solids[name].vertices.map((vertex, i) =>
      vertex.map((entry) => (i === pushed ? 1.25 * entry : entry)),
    );
    expect(check(sample(name, { vertices }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "encoded_data.vertices",
    });
  });

  test.each(solidNames)("E14 a %s with two vertices swapped, or all points equal, is refused", (name) => {
    const [first = [], second = [], third = [], ...rest] = solids[name].vertices.map((vertex) => [...vertex]);
    const refused = { reason: "PARAMETER_INVALID", parameter: "encoded_data.vertices" };
    const equal = (point: number[]) => solids[name].vertices.map(() => point);
    for (const point of [
      [0, 0, 0],
      [1, 2, 3],
      [0.1, 0.1, 1e300],
    ]) {
      expect(check(sample(name, { vertices: equal(point) }))).toMatchObject(refused);
    }
    // Any two vertices of a tetrahedron, and opposite ones of an octahedron, are exchanged by a mirror.
    const swapped = name === "octahedron" ? [third, second, first, ...rest] : [second, first, third, ...rest];
    if (name === "tetrahedron") requireEncodedData(sample(name, { vertices: swapped }));
    else expect(check(sample(name, { vertices: swapped }))).toMatchObject(refused);
  });

  test.each(solidNames)("E14 a %s is recognised at 1e300, at 1e-300 and far from the origin", (name) => {
    for (const size of [1e300, 1e-300]) {
      const vertices = solids[name].vertices.map((vertex) => vertex.map((entry) => size * entry));
      requireEncodedData(sample(name, { vertices }));
    }
    const far = solids[name].vertices.map((vertex) => vertex.map((entry) => entry + 1e9));
    requireEncodedData(sample(name, { vertices: far }));
    expect(gramDeviation(solids[name].vertices, name)).toBeLessThan(1e-15);
  });

  test.each(solidNames)("E14 a %s too small for its distance from the origin counts as one point", (name) => {
    // At 1e-13 of the distance the shape is recognisable, but its coordinates are mostly rounding.
    const speck = (size: number) => solids[name].vertices.map((vertex) => vertex.map((entry) => 1 + size * entry));
    expect(gramDeviation(speck(1e-11), name)).toBeLessThan(0.01);
    expect(gramDeviation(speck(5e-13), name)).toBe(Number.POSITIVE_INFINITY);
  });

  test("E14 a wrong number of vertices or coordinates is a dimension mismatch", () => {
    const { vertices } = solids.cube;
    expect(check(sample("cube", { vertices: vertices.slice(1) }))).toMatchObject({
      reason: "VECTOR_DIMENSION_MISMATCH",
      parameter: "encoded_data.vertices",
    });
    expect(check(sample("cube", { vertices: vertices.map((vertex, i) => (i === 3 ? [1, 2] : vertex)) }))).toMatchObject(
      {
        reason: "VECTOR_DIMENSION_MISMATCH",
        parameter: "encoded_data.vertices[3]",
      },
    );
  });

  test("E13 coordinates that are not finite are refused with their place", () => {
    const vertices = solids.cube.vertices.map((vertex, i) => (i === 2 ? [1, Number.NaN, 1] : vertex));
    expect(check(sample("cube", { vertices }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: "encoded_data.vertices[2][1]",
      validRange: [-1e300, 1e300],
    });
  });
});

describe("the faces", () => {
  law("E14 are accepted in any order, start and orientation", anyFaces, ([name, order, turns]) => {
    const faces = order.map((face, i) => {
      const [start, reverse] = turns[i] as [number, boolean];
      const turned = face.map((_, j) => face[(j + start) % face.length] as number);
      return reverse ? turned.reverse() : turned;
    });
    requireEncodedData(sample(name, { faces }));
  });

  test.each(solidNames)("E14 of a %s are refused when one is missing, doubled, foreign or broken", (name) => {
    const { faces } = solids[name];
    const [first = [], ...others] = faces;
    const path = "encoded_data.faces";
    const wrong: [(readonly number[])[], string][] = [
      [others, path],
      [[...faces, first], path],
      [[...others, others[0] as number[]], path],
      [[[...first, first[0] as number], ...others], `${path}[0][${first.length}]`],
      [[first.slice(1), ...others], first.length === 3 ? `${path}[0]` : path],
      [[first.map((vertex) => vertex + 32), ...others], `${path}[0][0]`],
      [[first.map((vertex) => vertex + 0.5), ...others], `${path}[0][0]`],
      [[first.map((vertex) => -vertex - 1), ...others], `${path}[0][0]`],
      [[[], ...others], `${path}[0]`],
    ];
    for (const [faces, parameter] of wrong) {
      expect(check(sample(name, { faces }))).toMatchObject({ reason: "PARAMETER_INVALID", parameter });
    }
  });
});

describe("the data mapping", () => {
  test("E14 a wrong number of weights is a dimension mismatch", () => {
    expect(check(sample("cube", { dataMapping: mapping("cube", { vertexWeights: [1, 2] }) }))).toMatchObject({
      reason: "VECTOR_DIMENSION_MISMATCH",
      parameter: weightsPath,
    });
  });

  test.each([0, 10_001])("E14 %d scalings are refused", (length) => {
    const dimensionScaling = Array(length).fill(1);
    expect(check(sample("cube", { dataMapping: mapping("cube", { dimensionScaling }) }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: scalingPath,
      validRange: [1, 10_000],
    });
  });

  test.each([0, 0.99e-3, 1.01e9, Number.NaN, Number.POSITIVE_INFINITY])("E13 a scaling of %d is refused", (value) => {
    const dimensionScaling = [1, 1e-3, 1e9, value];
    expect(check(sample("cube", { dataMapping: mapping("cube", { dimensionScaling }) }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: `${scalingPath}[3]`,
      provided: value,
      validRange: [1e-3, 1e9],
    });
  });

  test.each([1.01e304, Number.NaN, Number.NEGATIVE_INFINITY])("E13 a weight of %d is refused", (value) => {
    const vertexWeights = [1e304, -1e304, 0, value, 1, 1, 1, 1];
    expect(check(sample("cube", { dataMapping: mapping("cube", { vertexWeights }) }))).toMatchObject({
      reason: "PARAMETER_INVALID",
      parameter: `${weightsPath}[3]`,
      validRange: [-1e304, 1e304],
    });
  });
});
