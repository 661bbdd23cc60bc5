import { expect, test } from "vitest";
import { arrowsIn, mutualFolders } from "../../scripts/sibling-folders.ts";

test("no two folders of the server beside each other import each other", () => {
  expect(mutualFolders(arrowsIn("server"))).toEqual([]);
});

test.each([
  ["in both directions are found", "a/x/1.ts a/y/2.ts, a/y/3.ts a/x/4.ts", 1],
  ["are found from folders below", "a/x/deep/1.ts a/y/2.ts, a/y/deep/3.ts a/x/4.ts", 1],
  ["in one direction are allowed", "a/x/1.ts a/y/2.ts, a/x/3.ts a/y/4.ts", 0],
  ["of a folder and what holds it are no pair", "a/1.ts a/x/2.ts, a/x/3.ts a/1.ts", 0],
  ["within a folder are no pair", "a/1.ts a/2.ts, a/2.ts a/1.ts", 0],
])("imports %s", (_, text, pairs) => {
  const arrows = text.split(", ").map((arrow) => {
    const [from = "", to = ""] = arrow.split(" ");
    return { from, to };
  });
  expect(mutualFolders(arrows)).toHaveLength(pairs);
});
