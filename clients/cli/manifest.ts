import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Place of the package.json of this package. */
export const manifestUrl = new URL(import.meta.resolve("#manifest"));

/** Reads the package.json of this package. */
export function manifest(): { readonly version: string; readonly scripts: { readonly start: string } } {
  return JSON.parse(readFileSync(fileURLToPath(manifestUrl), "utf8"));
}
