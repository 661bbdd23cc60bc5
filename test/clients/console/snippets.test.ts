import { expect, test } from "vitest";
import { readOperations } from "../../../clients/console/build/operations.ts";
import { type SnippetName, snippets } from "../../../clients/console/src/playground/snippets/snippets.ts";
import { treeOf } from "../../../clients/console/src/playground/snippets/tree.ts";

// That the programs compile and print the answer is shown by test/sdks/snippets.test.ts.
const encode = readOperations().find(({ name }) => name === "encode") as ReturnType<typeof readOperations>[number];

const snippetOf = (name: SnippetName, json: object) => {
  const { path, method, request } = encode;
  return snippets[name]({ endpoint: "https://platonic.example", path, method, json, message: treeOf(request, json) });
};

test.each(Object.keys(snippets) as SnippetName[])(
  "the text for %s names the service, and its lines have no blank ends",
  (name) => {
    const text = snippetOf(name, {
      data: Array.from({ length: 300 }, (_, index) => index / 7),
      target_geometry: "cube",
    });
    expect(text).toContain("https://platonic.example");
    expect(text).not.toMatch(/[ \t]$/m);
  },
);

test.each([
  [{ data: "text", target_geometry: "cube" }, "VectorData is not an object"],
  [{ data: [1, "2"], target_geometry: "cube" }, "values is not a number"],
  [{ data: [1], target_geometry: "ball" }, "target_geometry has no value “ball”"],
  [{ data: [1], target_geometry: "cube", compression: "yes" }, "compression is neither true nor false"],
  [{ data: 5, target_geometry: "cube" }, "VectorData is not an object"],
  [[], "EncodeRequest is not an object"],
])("a request that no program could send is told: %j", (json, problem) => {
  expect(() => snippetOf("Go", json)).toThrow(problem);
});
