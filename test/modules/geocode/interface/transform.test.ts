import { describe, expect, test } from "vitest";
import { type Json, legalRequests } from "../../../support/geocode-operations.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectRefusal, resultOf } from "./answers.ts";
import { promiseFields } from "./field-promises.ts";
import { promiseResult } from "./result-promises.ts";

const server = sharedServer();
const legal = legalRequests.transform;
const dimensions = Array.from({ length: 11 }, (_, index) => index + 3);
const withSource = (source_dimensions: Json) => ({
  ...legal,
  source_dimensions,
  data: new Array(dimensions.includes(source_dimensions) ? source_dimensions : 3).fill(1.5),
});

promiseFields(server, "transform", legal, [
  { name: "data", kind: "array", required: true },
  { name: "source_dimensions", kind: "integer", required: true, range: [3, 13], request: withSource },
  { name: "target_dimensions", kind: "integer", required: true, range: [3, 13] },
  {
    name: "transformation_type",
    kind: "string",
    words: ["linear", "harmonic", "phi", "jitterbug"],
    byDefault: { value: "harmonic", other: "phi" },
  },
  { name: "preserve_magnitude", kind: "boolean", byDefault: { value: true, other: false } },
  {
    name: "precision",
    kind: "string",
    words: ["low", "medium", "high"],
    byDefault: { value: "medium", other: "high" },
  },
]);

promiseResult(server, "transform", "transform", legal, [
  ["transformed_data[]", "number"],
  ["source_dimensions", "integer"],
  ["target_dimensions", "integer"],
  ["transformation_type", "string"],
  ["magnitude.original", "number"],
  ["magnitude.transformed", "number"],
  ["metrics.phi_resonance", "number"],
  ["metrics.harmonic_balance", "number"],
  ["metrics.dimensional_coherence", "number"],
]);

describe("dimensions", () => {
  test.each(dimensions)("%i source dimensions are transformed to every number of target dimensions", async (source) => {
    for (const target of dimensions) {
      const request = { ...withSource(source), target_dimensions: target };
      const result = await resultOf(server(), "transform", request);
      expect(result.transformed_data).toHaveLength(target);
      expect(result).toMatchObject({ source_dimensions: source, target_dimensions: target });
    }
  });

  test.each([
    ["no numbers", []],
    ["one number too few", [1, 2, 3, 4]],
    ["one number too many", [1, 2, 3, 4, 5, 6]],
  ])("data of %s do not match source_dimensions", async (_, data) => {
    const refusal = { code: "VECTOR_DIMENSION_MISMATCH", parameter: "data", provided: data };
    await expectRefusal(server(), "transform", { ...legal, data }, refusal);
  });
});

test.each(["linear", "harmonic", "phi", "jitterbug"])("the answer names the transformation type %s", async (type) => {
  const result = await resultOf(server(), "transform", { ...legal, transformation_type: type });
  expect(result.transformation_type).toBe(type);
});

test("preserve_magnitude keeps the magnitude, which fewer dimensions may lose without it", async () => {
  const kept = await resultOf(server(), "transform", { ...legal, precision: "high" });
  expect(kept.magnitude.transformed).toBeCloseTo(kept.magnitude.original, 12);
  const free = await resultOf(server(), "transform", { ...legal, precision: "high", preserve_magnitude: false });
  expect(free.magnitude.transformed).toBeLessThan(0.999 * free.magnitude.original);
});

test.each([
  ["low", 4],
  ["medium", 8],
  ["high", 17],
])("precision %s answers numbers of at most %i significant digits", async (precision, digits) => {
  const { transformed_data: data, magnitude } = await resultOf(server(), "transform", { ...legal, precision });
  for (const number of [...data, magnitude.original]) expect(Number(number.toPrecision(digits))).toBe(number);
  // At least one number needs all digits.
  const fewer = digits === 17 ? 15 : digits - 1;
  expect(data).toSatisfy((numbers: number[]) => numbers.some((number) => Number(number.toPrecision(fewer)) !== number));
});

test("data may be as large as 1e300 and no larger", async () => {
  await resultOf(server(), "transform", { ...legal, data: [1e300, -1e300, 5e-324, -0, 0] });
  for (const [text, provided] of [
    ["1.0000000000000002e300", 1.0000000000000002e300],
    ["-1.0000000000000002e300", -1.0000000000000002e300],
    ["1e400", "Infinity"],
    ["-1e400", "-Infinity"],
  ]) {
    const request = JSON.stringify({ ...legal, data: [1, 2, "x", 4, 5] }).replace('"x"', String(text));
    const validRange = [-1e300, 1e300] as const;
    await expectRefusal(server(), "transform", request, {
      code: "PARAMETER_INVALID",
      parameter: "data[2]",
      provided,
      validRange,
    });
  }
});
