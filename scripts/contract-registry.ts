import { execFileSync } from "node:child_process";
import {
  createFileRegistry,
  type DescField,
  type DescService,
  type FileRegistry,
  fromBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { getComments } from "@bufbuild/protoplugin";

/** Reads the contract with its comments. Only the sources contain them, so `buf` compiles these again. */
export function readRegistry(): FileRegistry {
  const image = execFileSync("buf", ["build", "-o", "-"], { maxBuffer: 2 ** 26 });
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
}

/** Returns the contract's own services, sorted by name. */
export function servicesOf(registry: FileRegistry): DescService[] {
  return [...registry]
    .filter((declared) => declared.kind === "service")
    .filter(({ file }) => file.name.startsWith("platonic/"))
    .sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
}

type Commented = Parameters<typeof getComments>[0] | DescField;

/** Returns the comment of a declaration as one line; undefined if it has none. */
export function commentOf(declared: Commented): string | undefined {
  return getComments(declared as Parameters<typeof getComments>[0])
    .leading?.trim()
    .replaceAll(/\s+/g, " ");
}
