import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Area, areas } from "../../scripts/kept/areas.ts";
import { filesOf, inputsOf, surroundingsOf } from "../../scripts/kept/inputs.ts";
import { type Part, passedOf, planOf } from "../../scripts/kept/plan.ts";
import { Results } from "../../scripts/kept/results.ts";
import { writeTree } from "../../scripts/kept/tree.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

const area: Area = { name: "service", tests: /^test\/service\//, absent: /^docs\// };
const files = {
  "server/main.ts": "1",
  "docs/page.md": "1",
  "test/service/a.test.ts": "1",
  "test/service/b.test.ts": "1",
};

/** Makes a repository of the files, and has the test work in it. */
function repository(): void {
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(temporaryDirectory());
  execFileSync("git", ["init", "--quiet"]);
  for (const [file, text] of Object.entries(files)) write(file, text);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe("inputs of an area", () => {
  test("change with every file that its tests see, its name and its mode, committed or not", () => {
    repository();
    const digests = [inputsOf(area, "")];
    const changed = () => {
      digests.push(inputsOf(area, ""));
      expect(new Set(digests).size).toBe(digests.length);
    };
    write("server/main.ts", "2");
    changed();
    write("new-folder/new.ts", "1");
    changed();
    execFileSync("mv", ["new-folder", "moved"]);
    changed();
    execFileSync("chmod", ["+x", "server/main.ts"]);
    changed();
    execFileSync("ln", ["-s", "main.ts", "server/link.ts"]);
    changed();
    execFileSync("rm", ["test/service/b.test.ts"]);
    changed();
  });

  test("stay with files that its tests never see", () => {
    repository();
    const before = inputsOf(area, "");
    write("docs/page.md", "2");
    write("docs/new.md", "1");
    expect(inputsOf(area, "")).toBe(before);
  });

  test("stay with files that other tests try, which its tests see", () => {
    repository();
    const tried: Area = { ...area, notCounted: /^server\// };
    const before = inputsOf(tried, "");
    write("server/main.ts", "2");
    expect(inputsOf(tried, "")).toBe(before);
    expect(filesOf(tried)).toContain("server/main.ts");
    write("test/service/a.test.ts", "2");
    expect(inputsOf(tried, "")).not.toBe(before);
  });

  test("change with what surrounds it: any variable but those of the start", () => {
    repository();
    const environment = { LAW_SEED: "1", PWD: "/one" };
    const ofTools = (version: string) => (program: string) => `${program} ${version}`;
    const surroundings = (others: NodeJS.ProcessEnv, version = "1") =>
      surroundingsOf({ ...environment, ...others }, ofTools(version));
    const before = surroundings({});
    expect(surroundings({ PWD: "/other", npm_command: "test" })).toBe(before);
    for (const other of [{ LAW_SEED: "2" }, { NEW: "1" }]) expect(surroundings(other)).not.toBe(before);
    expect(surroundings({}, "2")).not.toBe(before);
    expect(before).toContain(process.version);
    expect(inputsOf(area, "one")).not.toBe(inputsOf(area, "other"));
  });
});

test("a tree has what the tests of its area see, and nothing else", () => {
  repository();
  write(".gitignore", "node_modules\n.compilers");
  mkdirSync(".compilers");
  mkdirSync("node_modules/installed", { recursive: true });
  execFileSync("ln", ["-s", "../server", "node_modules/workspace"]);
  const place = join(temporaryDirectory(), "tree");
  // Only caches stay of an earlier tree.
  for (const file of ["old.ts", "node_modules/old/index.js", "node_modules/.cache/built"])
    write(join(place, file), "1");
  writeTree(filesOf(area), place);
  expect(readdirSync(join(place, "node_modules")).sort()).toEqual([".cache", "installed", "workspace"]);
  expect(readdirSync(place).sort()).toEqual([".compilers", ".git", ".gitignore", "node_modules", "server", "test"]);
  write("server/main.ts", "2");
  // Workspaces are those of the tree.
  expect(readFileSync(join(place, "node_modules/workspace/main.ts"), "utf8")).toBe("1");
  expect(existsSync(join(place, "node_modules/installed"))).toBe(true);
});

describe("a plan", () => {
  const result = { passed: 3, commit: "abc", at: "yesterday" };
  const ofService = ["test/service/a.test.ts", "test/service/b.test.ts"];
  const planned = (find: (inputs: string, file: string) => typeof result | undefined) =>
    planOf([...ofService, "test/other.test.ts"], [area], { inputsOf: () => "digest", rootOf: () => "/tree", find });

  test("has the files of an area run in its tree, and those of none as they are", () => {
    const parts: Part[] = [{ area: "service", inputs: "digest", root: "/tree", files: ofService }];
    expect(planned(() => undefined)).toEqual({ parts, unchanged: [] });
  });

  test("leaves out the files that passed for the same inputs, and those alone", () => {
    const results = new Results(temporaryDirectory());
    results.keep("digest", "test/service/a.test.ts", result);
    results.keep("another digest", "test/service/b.test.ts", result);
    const { parts, unchanged } = planned((inputs, file) => results.find(inputs, file));
    expect(parts.map((part) => part.files)).toEqual([["test/service/b.test.ts"]]);
    expect(unchanged).toEqual([{ file: "test/service/a.test.ts", ...result }]);
  });

  test("runs all files of an area again after a week", () => {
    const folder = temporaryDirectory();
    const results = new Results(folder);
    results.keep("digest", "a.test.ts", result);
    expect(results.find("digest", "a.test.ts")).toEqual(result);
    const before = new Date(Date.now() - 8 * 86_400_000);
    utimesSync(join(folder, "results-digest/a.test.ts.json"), before, before);
    expect(results.find("digest", "a.test.ts")).toBeUndefined();
  });
});

test("a result is kept of a file all of whose tests that ran passed", () => {
  const part = { area: "service", inputs: "digest", root: "/tree", files: ["a", "b", "c", "d", "e"] };
  const reported = (name: string, status: string, ...tests: string[]) => ({
    name,
    status,
    assertionResults: tests.map((one) => ({ status: one })),
  });
  const passed = passedOf(part, [
    reported("/tree/a", "passed", "passed", "skipped", "passed"),
    reported("/tree/b", "failed", "passed", "failed"),
    // An error outside of its tests, such as of a hook.
    reported("/tree/c", "failed", "passed"),
    reported("/tree/d", "passed", "skipped"),
    // The file of the checkout itself, which sees everything.
    reported("/checkout/e", "passed", "passed"),
  ]);
  expect([...passed]).toEqual([["a", 2]]);
});

test("no area does without the files that its tests are in, nor without any of the service", () => {
  for (const { absent, name } of areas) {
    for (const path of [
      "server/main.ts",
      "proto/platonic/wallet/v1/wallet.proto",
      "package-lock.json",
      "scripts/x.ts",
    ]) {
      expect([name, absent?.test(path) ?? false]).toEqual([name, false]);
    }
  }
  const [, , , rust] = areas;
  expect([rust?.absent?.test("clients/rust/src/lib.rs"), rust?.absent?.test("clients/go/client.go")]).toEqual([
    false,
    true,
  ]);
});
