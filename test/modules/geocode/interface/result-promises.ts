import { beforeAll, describe, expect, test } from "vitest";
import type { Json, OperationName } from "../../../support/geocode-operations.ts";
import type { TestServer } from "../../../support/server.ts";
import { leavesOf, resultOf } from "./answers.ts";

/** A field of a result by its path, `[]` for the entries of a list, and the type of its values. */
export type ResultRow = readonly [path: string, type: "number" | "integer" | "string"];

/** One test for each field of the result of a request, and one that there are no others. */
export function promiseResult(
  server: () => TestServer,
  operation: OperationName,
  title: string,
  request: Json,
  rows: readonly ResultRow[],
): void {
  describe(`the result of ${title}`, () => {
    let leaves: Map<string, unknown[]>;
    beforeAll(async () => {
      leaves = leavesOf(await resultOf(server(), operation, request));
    });
    test.each(rows)("%s: %s", (path, type) => {
      const values = leaves.get(path) ?? [];
      expect(values).not.toEqual([]);
      for (const value of values) expect(value).toSatisfy(is[type]);
    });
    test("has no other fields", () => {
      expect([...leaves.keys()].sort()).toEqual(rows.map(([path]) => path).sort());
    });
  });
}

const is = {
  number: Number.isFinite,
  integer: Number.isInteger,
  string: (value: unknown) => typeof value === "string",
};
