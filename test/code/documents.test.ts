import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Guides, of which what they name must be there. Decisions and the changelog speak of their time. */
const guides = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(path) && !/^(docs\/decisions\/|CHANGELOG)/.test(path));

const { scripts, workspaces } = manifestIn(".");
/** Those of the root and, by its name behind them, of each workspace. */
const everyScript = [
  ...Object.keys(scripts),
  ...(workspaces ?? [])
    .map(manifestIn)
    .flatMap(({ name, scripts }) => Object.keys(scripts ?? {}).map((script) => `${script} -w ${name}`)),
];

function manifestIn(folder: string): { name: string; scripts: Record<string, string>; workspaces?: string[] } {
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
}
const operations = readFileSync("docs/reference/operations.md", "utf8");
const routes = new Set(
  [...operations.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, route]) => withoutNames(route as string)),
);
/** All that could declare a setting: of the service, of tests and tools, or a word of the contract. */
const declarations = globSync(
  "{server/**/config.ts,clients/*/**/*.ts,test/**/*.ts,bench/*.ts,scripts/*.ts,proto/**/*.proto}",
  {
    exclude: ["**/dist/**", "test/code/documents.test.ts"],
  },
)
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

describe.each(guides)("%s", (path) => {
  const text = readFileSync(path, "utf8");

  test("has no value that a generator did not know", () => {
    expect(text).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b(?!`)/);
  });

  test("has tables whose rows are as long as their heads", () => {
    expect(cutRows(text)).toEqual([]);
  });

  test.skipIf(path === "docs/attacks.md")("names files that exist", () => {
    const named = [...text.matchAll(/`((?:server|clients|scripts|test|proto|deploy|config|docs|bench)\/[\w./-]+)`/g)];
    // X stands for any module.
    const paths = named.map(([, found]) => (found as string).replace("/X", "/ledger"));
    expect(paths.filter((found) => !existsSync(found))).toEqual([]);
  });

  test.skipIf(path.startsWith("docs/reference/"))("names scripts, settings and operations that exist", () => {
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+(?: -w [\w-]+)?)/g)].map(([, name]) => name as string);
    expect(named.filter((name) => !everyScript.includes(name as string))).toEqual([]);
    const settings = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name]) => name as string);
    // Names of the kernel, and of proxies and authorities, which every program of a user reads.
    expect(
      settings.filter(
        (name) => !/^SO_|^(HTTPS?|NO|ALL)_PROXY$|^SSL_CERT_FILE$/.test(name as string) && !declarations.includes(name),
      ),
    ).toEqual([]);
    const calls = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/(?:api|v1)\/[^`?]+)`/g)].map(
      ([, call]) => call as string,
    );
    expect(calls.filter((call) => !routes.has(withoutNames(call)))).toEqual([]);
  });
});

test("the operations that guides name are compared with all that there are", () => {
  expect(routes.size).toBeGreaterThan(50);
});

/** A route whose parameters have no names. */
function withoutNames(route: string): string {
  return route.replaceAll(/\{[^}]*\}/g, "{}");
}

/** Rows of tables with another number of cells than the row of dashes. */
function cutRows(text: string): string[] {
  const found: string[] = [];
  let cells = 0;
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) cells = 0;
    else if (/^\|[\s|:-]+\|$/.test(line)) cells = cellsOf(line);
    else if (cells !== 0 && cellsOf(line) !== cells) found.push(line);
  }
  return found;
}

function cellsOf(line: string): number {
  return line.replaceAll(/\\\|/g, "").split("|").length - 2;
}
