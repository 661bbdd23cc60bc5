import { readFileSync } from "node:fs";

/** Location of the package.json of the package `platonic`, which contains the service and the command line. */
export const manifestUrl = new URL("../../package.json", import.meta.url);

/** Reads the package.json of the package `platonic`. */
export function manifest(): { readonly version: string; readonly scripts: { readonly start: string } } {
  return JSON.parse(readFileSync(manifestUrl, "utf8"));
}
