import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../../../server/core/limits.ts";
import { encode } from "../../../../server/modules/geocode/mathematics/encode.ts";
import { phiResonanceOperation } from "../../../../server/modules/geocode/mathematics/phi-resonance.ts";
import { Callers, protocols } from "../../../support/protocols.ts";
import { clientsOf } from "../../../support/server.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const server = sharedServer();
let callers: Callers;
beforeAll(() => {
  callers = new Callers(server());
});

/** Larger in every encoding than the requests that the main thread processes. */
const numbers = Array.from({ length: 20_000 }, (_, i) => Math.sin(i * 1.618) * 1000);

test("the requests of these tests are larger than those that the main thread processes", () => {
  expect(10_000 * 8).toBeGreaterThan(limits.mainThreadBytesMax);
});

describe.each(protocols)("a request with very many numbers over %s", (protocol) => {
  test("has the result of the operation", async () => {
    const { result } = await callers.call(protocol, "phiResonance", { data: numbers, operation: "analyze" });
    const { phiMetrics } = phiResonanceOperation({
      data: numbers,
      operation: "analyze",
      depth: 3,
      targetResonance: 0.618033988749895,
      preserveEndpoints: true,
    });
    expect(result.original_data).toStrictEqual(numbers);
    expect(result.phi_metrics.original_resonance).toBe(phiMetrics.originalResonance);
  });

  test("for a polyhedron has the result of the operation", async () => {
    const data = numbers.slice(0, 10_000);
    const { result } = await callers.call(protocol, "encode", { data, target_geometry: "cube" });
    const { metrics } = encode({
      data: { kind: "vector", values: data },
      targetGeometry: "cube",
      optimization: "phi",
      precision: "medium",
      compression: false,
    });
    expect(result.metrics.phi_resonance).toBe(metrics.phiResonance);
  });

  test("is refused with the same reason and parameter as a small one", async () => {
    const data = numbers.with(15_000, 1e301);
    const { error } = await callers.call(protocol, "phiResonance", { data, operation: "analyze" });
    expect(error).toMatchObject({ details: { parameter: "data[15000]" } });
    const missing = await callers.call(protocol, "phiResonance", { data: numbers });
    expect(missing.error).toMatchObject({ details: { parameter: "operation" } });
  });
});

test("a deadline ends the wait for a large request, and the next one is answered", async () => {
  const { geocode } = clientsOf(server(), "grpc");
  const request = { data: { values: numbers }, operation: 1 };
  const hurried = Promise.allSettled(
    Array.from({ length: 20 }, () => geocode.phiResonance(request as never, { timeoutMs: 5 })),
  );
  for (const { status } of await hurried) expect(["fulfilled", "rejected"]).toContain(status);
  const answer = await geocode.phiResonance(request as never);
  expect(answer.originalData).toHaveLength(numbers.length);
});
