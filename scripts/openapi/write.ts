import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { JsonObject } from "./json.ts";

/** Writes a document into a file. */
export function writeJson(path: string, document: JsonObject): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
}
