import { readFileSync } from "node:fs";

// biome-ignore lint/suspicious/noExplicitAny: golden values of many forms.
export type Golden = any;

/** Reads golden values, which are the inputs of vectors. */
export function golden(name: string): Golden {
  return JSON.parse(readFileSync(`test/vectors/${name}.json`, "utf8"));
}
