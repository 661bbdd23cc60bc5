import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type DescEnum, type DescField, type DescFile, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

const target = ".proto-deps";
const googleFiles = ["google/api/annotations.proto", "google/api/http.proto", "google/rpc/error_details.proto"];

/**
 * Writes the .proto files that ours import to `.proto-deps/`, which is not committed. They come from installed
 * packages, so that generating needs no schema registry: Google's from google-proto-files, and
 * `buf/validate/validate.proto` from the descriptor inside @bufbuild/protovalidate.
 */
export function writeDependencies(): void {
  rmSync(target, { recursive: true, force: true });
  for (const file of googleFiles) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join("node_modules/google-proto-files", file), join(target, file));
  }
  mkdirSync(join(target, "buf/validate"), { recursive: true });
  writeFileSync(join(target, "buf/validate/validate.proto"), printFile(file_buf_validate_validate));
}

function printFile(file: DescFile): string {
  const lines = [`syntax = "${file.proto.syntax || "proto2"}";`, `package ${file.proto.package};`];
  for (const dependency of file.proto.dependency) lines.push(`import "${dependency}";`);
  for (const declared of file.enums) lines.push(...printEnum(declared));
  for (const declared of file.messages) lines.push(...printMessage(declared));
  for (const extension of file.extensions) {
    lines.push(`extend .${extension.extendee.typeName} {`, printField(extension, "optional "), "}");
  }
  return `${lines.join("\n")}\n`;
}

function printEnum(declared: DescEnum): string[] {
  return [`enum ${declared.name} {`, ...declared.values.map((value) => `${value.name} = ${value.number};`), "}"];
}

function printMessage(message: DescMessage): string[] {
  const lines = [`message ${message.name} {`];
  for (const nested of message.nestedEnums) lines.push(...printEnum(nested));
  for (const nested of message.nestedMessages) lines.push(...printMessage(nested));
  for (const member of message.members) {
    if (member.kind === "field") {
      lines.push(printField(member, member.fieldKind === "map" ? "" : "optional "));
    } else {
      lines.push(`oneof ${member.name} {`, ...member.fields.map((field) => printField(field, "")), "}");
    }
  }
  for (const range of message.proto.extensionRange) {
    const last = range.end >= 536870911 ? "max" : String(range.end - 1);
    lines.push(`extensions ${range.start} to ${last};`);
  }
  return [...lines, "}"];
}

function printField(field: DescField | DescFile["extensions"][number], label: string): string {
  const name = `${field.name} = ${field.number};`;
  if (field.fieldKind === "list") return `repeated ${typeName(field)} ${name}`;
  if (field.fieldKind === "map") return `map<${ScalarType[field.mapKey].toLowerCase()}, ${typeName(field)}> ${name}`;
  return `${label}${typeName(field)} ${name}`;
}

function typeName(field: DescField | DescFile["extensions"][number]): string {
  if (field.message !== undefined) return `.${field.message.typeName}`;
  if (field.enum !== undefined) return `.${field.enum.typeName}`;
  return ScalarType[field.scalar as ScalarType].toLowerCase();
}
