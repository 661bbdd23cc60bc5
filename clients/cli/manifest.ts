import { readFileSync } from "node:fs";

/** Place of the package.json of the package `platonic`, which holds the service and the command line. */
export const manifestUrl = new URL("../../package.json", import.meta.url);

/** Reads the package.json of the package `platonic`. */
export function manifest(): { readonly version: string; readonly scripts: { readonly start: string } } {
  return JSON.parse(readFileSync(manifestUrl, "utf8"));
}
