import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { JsonObject } from "./json.ts";

const lineLength = 120;

/** Writes a document into a file. */
export function writeJson(path: string, document: JsonObject): void {
  mkdirSync(dirname(path), { recursive: true });
  // Removes undefined members.
  writeFileSync(path, `${jsonText(JSON.parse(JSON.stringify(document)))}\n`);
}

/** Formats JSON: each value on one line if it fits, otherwise one member per line. */
export function jsonText(value: unknown, indent = "", used = indent.length): string {
  // JSON texts contain no line breaks.
  const line = JSON.stringify(value, null, 1).replaceAll(/\n */g, " ");
  // Leaves room for a comma.
  if (typeof value !== "object" || value === null || used + line.length < lineLength) return line;
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([name, member]) => {
    const label = Array.isArray(value) ? "" : `${JSON.stringify(name)}: `;
    return `${inner}${label}${jsonText(member, inner, inner.length + label.length)}`;
  });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
}
