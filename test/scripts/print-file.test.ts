import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, expect, test } from "vitest";
import { printFile } from "../../scripts/imports/print-file.ts";

const folder = mkdtempSync(join(tmpdir(), "platonic-print-"));
afterAll(() => rmSync(folder, { recursive: true }));

function compile(name: string, text: string) {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(place, "file.proto"), text);
  const bytes = execFileSync("buf", ["build", place, "--as-file-descriptor-set", "--exclude-source-info", "-o", "-"]);
  const set = fromBinary(FileDescriptorSetSchema, bytes);
  const file = set.file.find((one) => one.name === "file.proto");
  if (file === undefined) throw new Error("file.proto was not compiled");
  return { file, registry: createFileRegistry(set) };
}

const texts = {
  proto2: `syntax = "proto2";
    package sample.v1;
    import "google/protobuf/descriptor.proto";
    option java_package = "a.b";
    option java_multiple_files = true;
    extend google.protobuf.FieldOptions { optional Note note = 50001; repeated int32 numbers = 50002; }
    extend google.protobuf.MessageOptions { optional bool marked = 50001; }
    message Note { optional string text = 1; repeated Note notes = 2; }
    enum Colour { option allow_alias = true; RED = 0; ROT = 0 [deprecated = true]; BLUE = -1; reserved 5 to 7, 9, 100 to max; reserved "GREEN"; }
    message All {
      option (marked) = true;
      message Inner { optional int64 id = 1 [jstype = JS_STRING]; extend All { optional Inner more = 150; } }
      required string name = 1 [json_name = "title", default = "a \\"b\\"\\n"];
      repeated int32 packed = 2 [packed = true];
      optional Colour colour = 3 [default = BLUE, (note) = { text: "x, [y] = 1" notes { text: "deep" } notes {} }];
      optional double infinite = 4 [default = inf, (numbers) = 1, (numbers) = 2];
      map<string, Inner> inner = 5;
      oneof choice { string left = 6; Inner right = 7 [deprecated = true]; }
      optional bytes raw = 8 [default = "\\001\\377"];
      enum Kind { NONE = 0; }
      extensions 100 to 199;
      extensions 1000 to max [verification = UNVERIFIED];
      reserved 20, 30 to 40;
      reserved "old", "older";
    }`,
  proto3: `syntax = "proto3";
    package sample.v1;
    import "google/protobuf/duration.proto";
    message All {
      optional int32 present = 1;
      int32 absent = 2;
      repeated double numbers = 3 [packed = false];
      oneof choice { string left = 4; google.protobuf.Duration right = 5; }
      map<int32, string> names = 6;
      reserved 7;
    }`,
};

test.each(Object.entries(texts))(
  "a descriptor of %s is printed and compiled to the same descriptor",
  (syntax, text) => {
    const first = compile(`${syntax}-first`, text);
    const second = compile(`${syntax}-second`, printFile(first.file, first.registry));
    expect(second.file).toEqual(first.file);
  },
);

test.each([
  ["editions", 'edition = "2023"; package sample.v1;', "edition"],
  ["services", 'syntax = "proto3"; package sample.v1; message M {} service S { rpc C(M) returns (M); }', "services"],
  [
    "groups",
    'syntax = "proto2"; package sample.v1; message M { optional group G = 1 { optional int32 a = 1; } }',
    "group",
  ],
])("%s are refused, not printed wrongly", (name, text, problem) => {
  const { file, registry } = compile(name, text);
  expect(() => printFile(file, registry)).toThrow(problem);
});
