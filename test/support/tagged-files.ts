import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns which test files to load for a filter of tags: all but those with only excluded tests. Vitest loads each file
 * to learn its tags, which takes longer than the tests of many files.
 *
 * A tag is a text in the file or in one that it imports, so no test is missed, wherever its tag comes from.
 */
export function filesFor(filter: string | undefined, files: readonly string[]): readonly string[] {
  if (filter === "not slow/*") return files.filter((file) => !/^\/\/ @module-tag slow\//m.test(textOf(file)));
  if (filter === "slow/*") return files.filter((file) => mentionsSlow(file, new Set()));
  return files;
}

function mentionsSlow(file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return textOf(file).includes("slow/") || importsOf(file).some((imported) => mentionsSlow(imported, seen));
}

/** Returns the files of `test/` imported by a file. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^(?:import|export|\}).*"(\.[^"]+)";$/gm)]
    .map(([, path = ""]) => join(dirname(file), path))
    .filter((path) => path.startsWith("test/"));
}

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}
