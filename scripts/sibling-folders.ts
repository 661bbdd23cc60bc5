/** Fails if two sibling folders import each other: data flows one way. `npm run imports` runs it. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** An import of one file by another, as paths from the root. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Returns pairs of sibling folders that import each other, each with an import of either direction. */
export function mutualFolders(arrows: readonly Arrow[]): [Arrow, Arrow][] {
  const firsts = new Map<string, Arrow>();
  for (const arrow of arrows) {
    const name = siblingsOf(arrow)?.join(" ");
    if (name !== undefined && !firsts.has(name)) firsts.set(name, arrow);
  }
  return [...firsts].flatMap(([name, arrow]): [Arrow, Arrow][] => {
    const [from = "", to = ""] = name.split(" ");
    const back = firsts.get(`${to} ${from}`);
    return back !== undefined && from < to ? [[arrow, back]] : [];
  });
}

/** Returns the two sibling folders of an import; undefined if one folder contains the other. */
function siblingsOf({ from, to }: Arrow): [string, string] | undefined {
  const [a, b] = [dirname(from).split("/"), dirname(to).split("/")];
  const shared = a.findIndex((name, depth) => name !== b[depth]);
  if (shared === -1 || shared >= b.length) return undefined;
  return [a.slice(0, shared + 1).join("/"), b.slice(0, shared + 1).join("/")];
}

/** Reads the relative imports of the files of a folder. */
export function arrowsIn(folder: string): Arrow[] {
  return globSync(`${folder}/**/*.ts`).flatMap((from) => {
    const imports = readFileSync(from, "utf8").matchAll(/\bfrom "(\.{1,2}\/[^"]+)"/g);
    return [...imports].map(([, path = ""]) => ({ from, to: normalize(join(dirname(from), path)) }));
  });
}

if (import.meta.main) {
  for (const [there, back] of mutualFolders(arrowsIn("server"))) {
    process.stderr.write(`Two folders import each other:\n  ${textOf(there)}\n  ${textOf(back)}\n`);
    process.exitCode = 1;
  }
}

function textOf({ from, to }: Arrow): string {
  return `${from} imports ${to}`;
}
