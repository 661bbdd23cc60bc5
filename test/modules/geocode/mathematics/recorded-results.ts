import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { relativeError } from "../../../support/laws/law.ts";

// biome-ignore lint/suspicious/noExplicitAny: recorded requests and results are JSON of many shapes
type Json = any;

const recorded = JSON.parse(readFileSync(new URL("../../../vectors/geometry-vectors.json", import.meta.url), "utf8"));

/** Requests of one operation and their results by an independent computation, with camelCase names. */
export function recordedResults(
  operation: string,
): { readonly id: string; readonly request: Json; readonly result: Json }[] {
  return recorded.cases
    .filter((one: Json) => one.op === operation)
    .map((one: Json) => ({ id: one.id, request: camelCase(one.request), result: camelCase(one.result) }));
}

/** Expects equal words and shapes; numbers within 1e-12 of the largest in their array, or of 1 elsewhere. */
export function expectRecorded(actual: unknown, expected: unknown, path = "result"): void {
  if (Array.isArray(expected) && typeof expected[0] === "number") {
    expect(relativeError(actual as number[], expected), path).toBeLessThanOrEqual(1e-12);
  } else if (typeof expected === "number") {
    expect(Math.abs((actual as number) - expected), path).toBeLessThanOrEqual(1e-12);
  } else if (typeof expected === "object" && expected !== null) {
    expect(Object.keys(actual as object).toSorted(), path).toEqual(Object.keys(expected).toSorted());
    for (const [key, value] of Object.entries(expected)) {
      expectRecorded((actual as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    expect(actual, path).toBe(expected);
  }
}

function camelCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(camelCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCase(member),
    ]),
  );
}
