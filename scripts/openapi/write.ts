import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { FileRegistry } from "@bufbuild/protobuf";
import { openApiDocument } from "./document.ts";

/** Writes the OpenAPI document into a file. */
export function writeOpenApi(path: string, registry: FileRegistry): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(openApiDocument(registry), null, 2)}\n`);
}
