import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { clearField, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** The contract as descriptors: every file with its imports, and the comments of our own files. */
export const descriptorsFile = "gen/descriptors/platonic.binpb";

/**
 * Writes the contract as a `google.protobuf.FileDescriptorSet`, which tools read instead of the .proto files. The
 * service serves it at `/contract.binpb`.
 */
export function writeDescriptors(): void {
  const set = fromBinary(
    FileDescriptorSetSchema,
    execFileSync("buf", ["build", "--as-file-descriptor-set", "-o", "-"]),
  );
  for (const file of set.file) keepComments(file);
  mkdirSync(dirname(descriptorsFile), { recursive: true });
  writeFileSync(descriptorsFile, toBinary(FileDescriptorSetSchema, set));
}

/** Removes positions without a comment, four fifths of the file, and the source information of imports. */
function keepComments(file: FileDescriptorProto): void {
  const { sourceCodeInfo } = file;
  if (sourceCodeInfo === undefined) return;
  if (file.name.startsWith("platonic/")) {
    sourceCodeInfo.location = sourceCodeInfo.location.filter(
      ({ leadingComments, trailingComments, leadingDetachedComments }) =>
        leadingComments !== "" || trailingComments !== "" || leadingDetachedComments.length > 0,
    );
  } else {
    clearField(file, FileDescriptorProtoSchema.field.sourceCodeInfo);
  }
}
