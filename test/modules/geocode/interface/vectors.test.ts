import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Json, OperationName } from "../../../support/geocode-operations.ts";
import { relativeError } from "../../../support/laws/law.ts";
import { Callers, protocols } from "../../../support/protocols.ts";
import { sharedServer } from "../../../support/shared-server.ts";

const { cases } = JSON.parse(readFileSync(new URL("../../../vectors/geometry-vectors.json", import.meta.url), "utf8"));
const names: { readonly [op: string]: OperationName } = { "phi-resonance": "phiResonance", "r-space": "rSpace" };
const recorded: [id: string, operation: OperationName, request: Json, result: Json][] = cases.map((one: Json) => [
  one.id,
  names[one.op] ?? one.op,
  one.request,
  one.result,
]);

const server = sharedServer();
let callers: Callers;
beforeAll(() => {
  callers = new Callers(server());
});

test("there is a case of every operation", () => {
  const operations = new Set(recorded.map(([, operation]) => operation));
  expect([...operations].sort()).toEqual(["decode", "encode", "jitterbug", "phiResonance", "rSpace", "transform"]);
});

describe.each(recorded)("%s", (_, operation, request, recordedResult) => {
  test.each(protocols)("%s has the recorded answer", async (protocol) => {
    const { result, error } = await callers.call(protocol, operation, request);
    expect(error).toBeUndefined();
    expectClose(result, recordedResult, "result");
  });

  test("all protocols have the same answer, bit for bit", async () => {
    const results = await Promise.all(protocols.map((protocol) => callers.call(protocol, operation, request)));
    const [first, ...others] = results.map(({ result }) => result);
    expect(others).toHaveLength(4);
    for (const other of others) expect(other).toStrictEqual(first);
  });
});

/** Expects equal members, words and lengths; numbers within 1e-12 of the largest in their list, or of 1 elsewhere. */
function expectClose(actual: Json, expected: Json, path: string): void {
  if (Array.isArray(expected) && typeof expected[0] === "number") {
    expect(relativeError(actual, expected), path).toBeLessThanOrEqual(1e-12);
  } else if (Array.isArray(expected)) {
    expect(actual, path).toHaveLength(expected.length);
    for (const [index, item] of expected.entries()) expectClose(actual[index], item, `${path}[${index}]`);
  } else if (typeof expected === "number") {
    const scale = Math.max(1, Math.abs(expected));
    expect(Math.abs(actual - expected) / scale, path).toBeLessThanOrEqual(1e-12);
  } else if (typeof expected === "object") {
    expect(Object.keys(actual).sort(), path).toEqual(Object.keys(expected).sort());
    for (const [name, member] of Object.entries(expected)) expectClose(actual[name], member, `${path}.${name}`);
  } else {
    expect(actual, path).toBe(expected);
  }
}
