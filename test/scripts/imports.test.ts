import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { createRegistry, fromBinary, type JsonValue, toJson } from "@bufbuild/protobuf";
import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { beforeAll, expect, test } from "vitest";
import { importFolders, readImports } from "../../scripts/imports/imports.ts";

const imports = readImports();
const registry = createRegistry(...imports.map(({ file }) => file));
let compiled: ReadonlyMap<string, FileDescriptorProto>;
beforeAll(() => {
  const bytes = execFileSync("buf", ["build", "proto", "--as-file-descriptor-set", "--exclude-source-info", "-o", "-"]);
  compiled = new Map(fromBinary(FileDescriptorSetSchema, bytes).file.map((file) => [file.name, file]));
});

/** Everything that a file declares, options of other files included, without what compilers add by themselves. */
function declarations(file: FileDescriptorProto): JsonValue {
  return explicit(toJson(FileDescriptorProtoSchema, file, { registry }));
}

function explicit(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(explicit);
  if (typeof value !== "object" || value === null) return value;
  const { name, extendee } = value;
  const isImplied = (key: string, member: JsonValue) =>
    (key === "syntax" && member === "proto2") ||
    (key === "jsonName" && (extendee !== undefined || member === protoCamelCase(String(name))));
  const members = Object.entries(value).filter(([key, member]) => !isImplied(key, member));
  return Object.fromEntries(members.map(([key, member]) => [key, explicit(member)]));
}

test.each(imports)("$file.name declares in our tree what it declares in its package", ({ file }) => {
  const copy = compiled.get(`${file.name}.proto`) as FileDescriptorProto;
  expect(declarations(copy)).toEqual(declarations(file.proto));
});

test("options of others are among what is compared", () => {
  const text = JSON.stringify(declarations((imports[0] as (typeof imports)[number]).file.proto));
  expect(text).toContain('"[buf.validate.predefined]"');
  expect(text).toContain('"goPackage":"buf.build/gen/go');
});

test("the folders of imports hold nothing else, and no comment but where a file comes from", () => {
  const files = importFolders.flatMap((folder) => globSync(`${folder}/**/*.proto`));
  expect(files.sort()).toEqual(imports.map(({ file }) => `proto/${file.name}.proto`).sort());
  for (const file of files) {
    const [first, second, third, ...others] = readFileSync(file, "utf8").split("\n");
    expect([first, second, third]).toEqual([
      expect.stringMatching(/^\/\/ Written by `npm run generate`: .*Apache License 2\.0/),
      expect.stringMatching(/^\/\/ their descriptor in the npm package \S+ \d+\.\d+\.\d+, without comments\./),
      expect.stringMatching(/^syntax = "proto[23]";$/),
    ]);
    expect(others.filter((line) => /^\s*\/\//.test(line))).toEqual([]);
  }
});
