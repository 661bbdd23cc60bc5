import { readFileSync } from "node:fs";
import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { baselineFile, baselineProblem } from "../../scripts/baseline.ts";
import { descriptorsFile } from "../../scripts/descriptors.ts";

const contractOf = (...names: string[]) =>
  toBinary(
    FileDescriptorSetSchema,
    create(FileDescriptorSetSchema, {
      file: names.map((name) => ({ name, sourceCodeInfo: { location: [{ leadingComments: "A comment." }] } })),
    }),
  );
const [first, second, third] = [contractOf("a"), contractOf("a", "b"), contractOf("a", "b", "c")];
const release = { version: "1.0.0", contract: first };

test("the baseline of a clone without a tag is taken as it is", () => {
  expect(baselineProblem({ baseline: first, current: second, version: "0.1.0", release: undefined })).toBeUndefined();
});

test("the baseline is the contract of the last tag, comments aside", () => {
  const uncommented = create(FileDescriptorSetSchema, { file: [{ name: "a" }] });
  const baseline = toBinary(FileDescriptorSetSchema, uncommented);
  expect(baselineProblem({ baseline, current: second, version: "1.0.0", release })).toBeUndefined();
});

test("a baseline that was renewed between releases is refused, and the problem says how to restore it", () => {
  const problem = baselineProblem({ baseline: second, current: second, version: "1.0.0", release });
  expect(problem).toContain("git show v1.0.0:config/contract.binpb");
});

test("the commit of a release has the baseline of the next tag, and no other", () => {
  expect(baselineProblem({ baseline: second, current: second, version: "1.1.0", release })).toBeUndefined();
  expect(baselineProblem({ baseline: third, current: second, version: "1.1.0", release })).toContain("v1.0.0");
});

test("the baseline holds every area, so that no service can change unnoticed", () => {
  const areasOf = (path: string) => {
    const { files } = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(path)));
    return new Set([...files].filter(({ services }) => services.length > 0).map(({ proto }) => proto.package));
  };
  expect([...areasOf(baselineFile)].sort()).toEqual(["admin.v1", "geocode.v1", "host.v1", "identity.v1", "wallet.v1"]);
  expect(areasOf(descriptorsFile).size).toBeGreaterThanOrEqual(5);
});
