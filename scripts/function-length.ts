/**
 * Fails if a function is too long and not listed as an exception, or if an exception is no longer needed. Biome's
 * `noExcessiveLinesPerFunction` is not sufficient: it does not count closing braces and skips arrow functions without a
 * block, so functions of 100 lines pass a bound of 70.
 */
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** Maximum number of lines of a function, including comments and blank lines. */
export const functionLinesMax = 70;

/** Functions that may be longer, by file and name, with the reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ["server/database/migrations/1763800000000-create-identities.ts up", "a list of tables, in which nothing is decided"],
]);

export interface LongFunction {
  readonly name: string;
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly lines: number;
}

/** Finds the functions of a source text that are too long. Lines of inner functions count for the outer one, too. */
export function longFunctions(text: string): LongFunction[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: LongFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const line = lineOf(node.getStart());
      const lines = lineOf(node.end) - line + 1;
      if (lines > functionLinesMax) found.push({ name: nameOf(node), line, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf({ name, parent }: ts.SignatureDeclaration): string {
  const named = name ?? (parent as ts.NamedDeclaration).name;
  return named?.getText() ?? "anonymous";
}

function main(): void {
  const unused = new Set(exceptions.keys());
  const problems: string[] = [];
  const exclude = ["**/node_modules/**", "**/dist/**"];
  for (const path of globSync("{server,clients,scripts,bench}/**/*.{ts,tsx}", { exclude }).sort()) {
    for (const { name, line, lines } of longFunctions(readFileSync(path, "utf8"))) {
      unused.delete(`${path} ${name}`);
      if (exceptions.has(`${path} ${name}`)) continue;
      problems.push(`${path}:${line} ${name} has ${lines} lines; take it apart: ${functionLinesMax} are allowed`);
    }
  }
  for (const place of unused) problems.push(`${place} is not too long any more: remove its exception`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
