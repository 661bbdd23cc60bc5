import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deadLinks } from "./dead-links.ts";

test("no link in a Markdown file is dead", () => {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  const paths = listed.split("\0").filter((path) => path !== "" && existsSync(path));
  expect(paths.filter((path) => path.endsWith(".md")).length).toBeGreaterThan(40);
  expect(deadLinks(paths, (path) => readFileSync(path, "utf8"))).toEqual([]);
});

/** A canary: links of every kind, to see that the checker is neither blind nor too strict. */
const guide = [
  "# Guide\n\n## The `SQL` of *it*: a_b, [c](d.md)!\n\n## Twice\n\n## Twice\n",
  '<a id="here"></a>\n\n```sh\n# Not a heading\n[code](no-code.md)\n```\n',
];

test.each([
  "[file](guide.md)",
  "[file](../LICENSE)",
  "[from the root](/LICENSE)",
  "[folder](../server)",
  "[folder](../server/)",
  "[heading](guide.md#guide)",
  "[heading](guide.md#the-sql-of-it-a_b-c)",
  "[second of a name](guide.md#twice-1)",
  "[HTML](guide.md#here)",
  "[itself](#page)",
  "[address](https://example.org/no.md) and [mail](mailto:ada@example.org)",
  "`[code](no.md)`",
  "```\n[code](no.md)\n```\n",
])("%s is alive", (link) => expect(found(link)).toEqual([]));

test.each([
  ["[file](no.md)", "no.md"],
  ["[title](no.md 'no')", "no.md"],
  ["![image](no.png)", "no.png"],
  ["[`code`](no.md) in `code`", "no.md"],
  ["`unpaired\n\n[file](no.md)`", "no.md"],
  ["```\n[code](guide.md)\n```\n[after it](no.md)", "no.md"],
  ["[definition][1]\n\n[1]: no.md", "no.md"],
  ['<img src="no.png">', "no.png"],
  ["[letters](Guide.md)", "Guide.md"],
  ["[outside](../../other/file.md)", "../../other/file.md"],
  ["[from the root](/guide.md)", "/guide.md"],
  ["[heading](guide.md#no)", "guide.md#no"],
  ["[heading of code](guide.md#not-a-heading)", "guide.md#not-a-heading"],
  ["[third of a name](guide.md#twice-2)", "guide.md#twice-2"],
  ["[itself](#no)", "#no"],
  ["[heading of no page](../LICENSE#no)", "../LICENSE#no"],
])("%s is dead", (link, target) => expect(found(link)).toEqual([`docs/page.md: ${target}`]));

function found(link: string): string[] {
  const pages: Record<string, string> = {
    "docs/page.md": `# Page\n\n${link}\n`,
    "docs/guide.md": guide.join("\n"),
    "docs/d.md": "",
  };
  return deadLinks(["LICENSE", "server/main.ts", ...Object.keys(pages)], (path) => pages[path] ?? "");
}
