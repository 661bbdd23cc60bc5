import { describe, expect, test } from "vitest";
import { type Json, legalRequests } from "../../../support/geocode-operations.ts";
import { sharedServer } from "../../../support/shared-server.ts";
import { expectRefusal, resultOf } from "./answers.ts";
import { promiseFields } from "./field-promises.ts";
import { promiseResult, type ResultRow } from "./result-promises.ts";

const server = sharedServer();
const legal = legalRequests.phiResonance;

promiseFields(server, "phiResonance", legal, [
  { name: "data", kind: "array", required: true },
  { name: "operation", kind: "string", required: true, words: ["analyze", "optimize", "generate", "extend"] },
  { name: "depth", kind: "integer", range: [1, 7], byDefault: { value: 3, other: 4 } },
  { name: "target_resonance", kind: "number", range: [0, 1], byDefault: { value: 0.95, other: 0.1 } },
  { name: "preserve_endpoints", kind: "boolean", byDefault: { value: true, other: false } },
]);

/** Golden growth with one exception; it has both patterns. */
const golden = [1, 1.6, 2.6, 4.2, 6.8, 11, 12];
const common: ResultRow[] = [
  ["original_data[]", "number"],
  ["phi_metrics.original_resonance", "number"],
  ["phi_metrics.sequence_analysis.fibonacci_alignment", "number"],
  ["phi_metrics.sequence_analysis.golden_angle_coherence", "number"],
  ["phi_metrics.sequence_analysis.phi_ratio_consistency", "number"],
  ["phi_patterns[].type", "string"],
  ["phi_patterns[].strength", "number"],
  ["phi_patterns[].locations[]", "integer"],
  ["phi_patterns[].center", "integer"],
];
const request = (operation: string) => ({ data: golden, operation, depth: 1 });
promiseResult(server, "phiResonance", "analyze", request("analyze"), common);
promiseResult(server, "phiResonance", "optimize", request("optimize"), [
  ...common,
  ["optimized_data[]", "number"],
  ["phi_metrics.optimized_resonance", "number"],
]);
promiseResult(server, "phiResonance", "extend", request("extend"), [
  ...common,
  ["extended_data[]", "number"],
  ["phi_metrics.extended_resonance", "number"],
]);
promiseResult(server, "phiResonance", "generate", request("generate"), [
  ...common,
  ["generated_data[]", "number"],
  ["phi_metrics.generated_resonance", "number"],
]);

describe("patterns", () => {
  test("a ratio has locations and a spiral has a center", async () => {
    const { phi_patterns: patterns } = await resultOf(server(), "phiResonance", request("analyze"));
    expect(patterns.map((pattern: Json) => pattern.type)).toEqual(["ratio", "spiral"]);
    expect(Object.keys(patterns[0]).sort()).toEqual(["locations", "strength", "type"]);
    expect(Object.keys(patterns[1]).sort()).toEqual(["center", "strength", "type"]);
    expect(patterns[0].locations).toEqual([0, 1, 2, 3, 4]);
  });

  test("a sequence without golden growth has none", async () => {
    const { phi_patterns: patterns } = await resultOf(server(), "phiResonance", { data: [1], operation: "analyze" });
    expect(patterns).toEqual([]);
  });
});

test.each(["analyze", "optimize", "generate", "extend"])("%s echoes the data", async (operation) => {
  const { original_data: echo } = await resultOf(server(), "phiResonance", { ...legal, operation });
  expect(echo).toEqual(legal.data);
});

test("optimize reaches the target, and keeps the endpoints by default", async () => {
  const kept = await resultOf(server(), "phiResonance", { ...legal, target_resonance: 0.5 });
  expect(kept.phi_metrics.optimized_resonance).toBeGreaterThanOrEqual(0.5);
  expect([kept.optimized_data[0], kept.optimized_data.at(-1)]).toEqual([legal.data[0], legal.data.at(-1)]);
  const free = await resultOf(server(), "phiResonance", { ...legal, target_resonance: 1, preserve_endpoints: false });
  expect(free.phi_metrics.optimized_resonance).toBeCloseTo(1, 9);
  expect([free.optimized_data[0], free.optimized_data.at(-1)]).not.toEqual([legal.data[0], legal.data.at(-1)]);
});

test.each([1, 2, 3, 4, 5, 6, 7])("depth %i extends by as many numbers", async (depth) => {
  const { extended_data: data } = await resultOf(server(), "phiResonance", { ...legal, operation: "extend", depth });
  expect(data).toHaveLength(legal.data.length + depth);
});

describe("lengths", () => {
  const long = new Array(100_000).fill(1.5);
  test("data may have one number, and 100000", async () => {
    await resultOf(server(), "phiResonance", { data: [0], operation: "optimize" });
    const { original_data: echo } = await resultOf(server(), "phiResonance", { data: long, operation: "analyze" });
    expect(echo).toHaveLength(100_000);
  });

  test.each([
    ["no numbers", [], []],
    ["100001 numbers", [...long, 1], "a list of 100001 entries"],
  ])("data may not have %s", async (_, data, provided) => {
    const validRange = [1, 100_000] as const;
    const refusal = { code: "PARAMETER_INVALID", parameter: "data", provided, validRange };
    await expectRefusal(server(), "phiResonance", { data, operation: "analyze" }, refusal);
  });

  test("generate returns at most 100000 numbers, and its error names the legal depths", async () => {
    // 2942 intervals of 34 parts are 100029 numbers, of 21 parts 61783.
    const data = long.slice(0, 2943);
    const refusal = { code: "PARAMETER_INVALID", parameter: "depth", provided: 7, validRange: [1, 6] as const };
    await expectRefusal(server(), "phiResonance", { data, operation: "generate", depth: 7 }, refusal);
    const { generated_data: made } = await resultOf(server(), "phiResonance", {
      data,
      operation: "generate",
      depth: 6,
    });
    expect(made).toHaveLength(2942 * 21 + 1);
  });

  test("a number beyond 1e300 is refused with its index", async () => {
    const validRange = [-1e300, 1e300] as const;
    const refusal = { code: "PARAMETER_INVALID", parameter: "data[1]", provided: 2e300, validRange };
    await expectRefusal(server(), "phiResonance", { data: [1e300, 2e300], operation: "analyze" }, refusal);
  });
});
