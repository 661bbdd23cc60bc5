import { globSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/**
 * Reads the words of the program: of its source, of the names in its contract, and of the codes of the system's errors. A
 * text of the program itself has no others; what came from users and machines does. Words that are joined by dots or
 * hyphens count as one, which has to be found as such.
 */
export function readVocabulary(): ReadonlySet<string> {
  const sources = globSync("server/**/*.{ts,js}", { cwd: root });
  const methods = Object.keys(JSON.parse(readFileSync(join(root, "gen/summaries.json"), "utf8")));
  const texts = [...sources, "gen/summaries.json"].map((name) => readFileSync(join(root, name), "utf8"));
  const words = texts.flatMap((text) => [
    ...(text.match(/[A-Za-z_][\w./:'-]*/g) ?? []),
    ...(text.match(/[A-Za-z]+/g) ?? []),
  ]);
  // The end of a sentence is no part of a word.
  return new Set([
    ...words.map((word) => word.replace(/[.:'-]+$/, "")),
    ...methods.map(asLogged),
    ...Object.keys(constants.errno),
  ]);
}

/** Writes the name of a method as the log does, with a slash before its last part. */
function asLogged(method: string): string {
  return method.replace(/\.(\w+)$/, "/$1");
}
