import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referencePage } from "./page.ts";

/** Writes the reference page of an OpenAPI document into a folder, with its style and script. */
export function writeReferencePage(folder: string, openApiPath: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "api.html"), referencePage(JSON.parse(readFileSync(openApiPath, "utf8"))));
  for (const name of ["api.css", "api.js", "api.svg"]) cpSync(join(import.meta.dirname, name), join(folder, name));
}
