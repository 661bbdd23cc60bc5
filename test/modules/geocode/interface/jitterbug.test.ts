import { describe, expect, test } from "vitest";
import { geometries, type Json, legalRequests, solid, withMember } from "../../../support/geocode-operations.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectRefusal, resultOf } from "./answers.ts";
import { promiseFields } from "./field-promises.ts";
import { promiseResult } from "./result-promises.ts";

const server = sharedServer();
const legal = legalRequests.jitterbug;
const from = (geometry: Json) => {
  const { vertices } = solid(geometries.includes(geometry) ? geometry : "cube");
  return { ...legal, source_geometry: geometry, data: { vertices, values: vertices.map((_, index) => index - 1.5) } };
};

promiseFields(server, "jitterbug", legal, [
  { name: "source_geometry", kind: "string", required: true, words: geometries, request: from },
  { name: "target_geometry", kind: "string", required: true, words: geometries },
  { name: "data", kind: "object", required: true },
  { name: "data.vertices", kind: "array", required: true },
  { name: "data.values", kind: "array", required: true },
  { name: "transformation_ratio", kind: "number", range: [0, 1], byDefault: { value: 1, other: 0.5 } },
  { name: "preserve_energy", kind: "boolean", byDefault: { value: true, other: false } },
  { name: "intermediate_steps", kind: "integer", range: [0, 100] },
  { name: "return_path", kind: "boolean", byDefault: { value: false, other: true } },
]);

const transformed = [
  ["transformed_geometry.type", "string"],
  ["transformed_geometry.vertices[][]", "number"],
  ["transformed_geometry.values[]", "number"],
  ["transformed_geometry.transformation_metrics.completion_ratio", "number"],
  ["transformed_geometry.transformation_metrics.energy_preservation", "number"],
  ["transformed_geometry.transformation_metrics.geometric_coherence", "number"],
] as const;
const framesAt = (name: string) =>
  [
    [`${name}[].transformation_ratio`, "number"],
    [`${name}[].type`, "string"],
    [`${name}[].vertices[][]`, "number"],
    [`${name}[].values[]`, "number"],
  ] as const;

promiseResult(server, "jitterbug", "jitterbug", legal, transformed);
promiseResult(server, "jitterbug", "jitterbug half way", { ...legal, transformation_ratio: 0.5 }, transformed);
promiseResult(server, "jitterbug", "jitterbug with intermediate_steps", { ...legal, intermediate_steps: 2 }, [
  ...transformed,
  ...framesAt("intermediate_steps"),
]);
promiseResult(server, "jitterbug", "jitterbug with return_path", { ...legal, return_path: true }, [
  ...transformed,
  ...framesAt("transformation_path"),
]);

const pairs = geometries.flatMap((source) => geometries.map((target) => [source, target] as const));
test.each(pairs)("a %s becomes a %s", async (source, target) => {
  const request = { ...from(source), target_geometry: target };
  for (const ratio of [0, 0.25, 0.5, 1]) {
    const { transformed_geometry: form } = await resultOf(server(), "jitterbug", {
      ...request,
      transformation_ratio: ratio,
    });
    const onTheWay = `${source}_to_${target}`;
    expect(form.type).toBe(ratio === 0 || source === target ? source : ratio === 1 ? target : onTheWay);
    expect(form.values).toHaveLength(form.vertices.length);
    for (const vertex of form.vertices) expect(vertex).toHaveLength(3);
    if (ratio === 1) expect(form.vertices).toHaveLength(solid(target).vertices.length);
    expect(form.transformation_metrics.completion_ratio).toBe(ratio);
    expect(form.transformation_metrics.energy_preservation).toBeCloseTo(1, 12);
  }
});

describe("frames", () => {
  const ratios = (frames: Json[]) => frames.map((frame) => frame.transformation_ratio);

  test("intermediate_steps returns that many frames between the source and the result", async () => {
    for (const steps of [0, 1, 3, 100]) {
      const request = { ...legal, transformation_ratio: 0.5, intermediate_steps: steps };
      const { intermediate_steps: frames } = await resultOf(server(), "jitterbug", request);
      expect(frames).toHaveLength(steps);
      frames.forEach((frame: Json, index: number) => {
        expect(frame.transformation_ratio).toBeCloseTo((0.5 * (index + 1)) / (steps + 1), 12);
        expect(frame.values).toHaveLength(frame.vertices.length);
      });
    }
  });

  test("return_path returns the frames from the source to the result, both included", async () => {
    for (const [steps, count] of [
      [undefined, 11],
      [null, 11],
      [0, 2],
      [3, 5],
    ]) {
      const result = await resultOf(server(), "jitterbug", { ...legal, return_path: true, intermediate_steps: steps });
      const { transformation_path: path, transformed_geometry: form } = result;
      expect(path).toHaveLength(count as number);
      expect([ratios(path)[0], ratios(path).at(-1)]).toEqual([0, 1]);
      expect(path[0]).toEqual({ transformation_ratio: 0, type: "cube", ...legal.data });
      const { type, vertices, values } = form;
      expect(path.at(-1)).toEqual({ transformation_ratio: 1, type, vertices, values });
      expect(Object.hasOwn(result, "intermediate_steps")).toBe(typeof steps === "number");
    }
  });
});

describe("data", () => {
  const { vertices, values } = legal.data;
  const mismatch = "VECTOR_DIMENSION_MISMATCH";
  const invalid = "PARAMETER_INVALID";
  const rows: [string, string, unknown, string, [number, number]?][] = [
    [mismatch, "data.vertices", vertices.slice(1), "data.vertices"],
    [mismatch, "data.vertices", [...vertices, [0, 0, 0]], "data.vertices"],
    [mismatch, "data.vertices", [], "data.vertices"],
    [mismatch, "data.vertices", vertices.with(4, [1, 2]), "data.vertices[4]"],
    [mismatch, "data.vertices", vertices.with(4, []), "data.vertices[4]"],
    [mismatch, "data.values", values.slice(1), "data.values"],
    [mismatch, "data.values", [...values, 1], "data.values"],
    [mismatch, "data.values", [], "data.values"],
    [invalid, "data.vertices", vertices.with(1, [9, 9, 9]), "data.vertices"],
    [invalid, "data.vertices", vertices.map(() => [1, 1, 1]), "data.vertices"],
    [invalid, "data.vertices", vertices.with(1, [0, 0, 1.1e300]), "data.vertices[1][2]", [-1e300, 1e300]],
    [invalid, "data.values", values.with(7, -1.1e300), "data.values[7]", [-1e300, 1e300]],
    [invalid, "data.vertices", vertices.with(1, [0, null, 1]), "data.vertices[1][1]"],
    [invalid, "data.values", values.with(7, "1"), "data.values[7]"],
  ];
  test.each(rows)("%s for %s as %j, at %s", async (code, path, list, parameter, validRange) => {
    await expectRefusal(server(), "jitterbug", withMember(legal, path, list), { code, parameter, validRange });
  });

  test("at ratio 0 the data are returned unchanged", async () => {
    const { transformed_geometry: form } = await resultOf(server(), "jitterbug", { ...legal, transformation_ratio: 0 });
    expect({ vertices: form.vertices, values: form.values }).toEqual(legal.data);
  });
});
