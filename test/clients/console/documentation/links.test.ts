import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { brokenLinks } from "../../../../clients/console/documentation/broken-links.ts";
import { allPages, leftOut } from "../../../../clients/console/documentation/contents.ts";
import { readDocumentation } from "../../../../clients/console/documentation/documented.ts";
import { renderMarkdown } from "../../../../clients/console/documentation/markdown.ts";

const documentation = readDocumentation();

test("every link of the documentation leads to a page, a heading or a file that is there", () => {
  expect(documentation.flatMap(({ rendered }) => rendered.addresses).length).toBeGreaterThan(100);
  expect(brokenLinks(documentation)).toEqual([]);
});

test.each([
  ["[a page](nowhere.md)", "docs/nowhere.md"],
  ["[a heading of another page](ledger.md#nowhere)", "/docs/ledger#nowhere"],
  ["[a heading of this page](#nowhere)", "#nowhere"],
  ["![an image](images/nowhere.png)", "images/nowhere.png"],
  ["[an address](/docs/nowhere)", "docs/nowhere"],
])("a link to nowhere is found: %s", (markdown, broken) => {
  const [first, ...others] = documentation;
  const rendered = renderMarkdown(`# Page\n\n${markdown}\n`, "docs/quick-start.md", () => "");
  const page = (first as (typeof documentation)[number]).page;
  const found = brokenLinks([{ page, rendered }, ...others]).filter((line) => line.startsWith("docs/quick-start.md"));
  expect(found).toEqual([expect.stringContaining(`has a link to ${broken}`)]);
});

test("every page of the repository is in the contents once, or named as left out", () => {
  const pages = globSync(["docs/**/*.md", "clients/*/README.md"]).filter(
    (file) => !leftOut.some((left) => (left.endsWith("/") ? file.startsWith(left) : file === left)),
  );
  const listed = allPages.flatMap(({ source }) => (source === undefined ? [] : [source]));
  expect(listed.toSorted()).toEqual(pages.toSorted());
  expect(new Set(allPages.map(({ path }) => path)).size).toBe(allPages.length);
});
