import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { builtOnceIn, untouchedSince } from "./built-once.ts";

const root = resolve(import.meta.dirname, "../../..");
/** Inside of `node_modules`, where a bundle finds the packages that it does not contain. */
const place = join(root, "node_modules/.cache/programs");
const builder = "test/support/programs/build.ts";
/** The forms of modules that Node has compiled: `NODE_COMPILE_CACHE` of the tests. */
const compiled = join(root, "node_modules/.cache/compiled");
/** Folders of the code that programs of the repository import. */
const sources = ["server", "gen", "clients/cli", "clients/typescript", "package.json", "package-lock.json", builder];
const known = new Map<string, string>();

/**
 * Returns the path of a bundle of a program, which Node loads in a third of the time that the sources take. Tests of how
 * the sources themselves are loaded start these.
 *
 * @param program path from the root, such as `server/main.ts`
 */
export function bundled(program: string): string {
  let path = known.get(program);
  if (path === undefined) {
    const own = program.startsWith("test/") ? ["test"] : [];
    const name = program.replaceAll("/", "-");
    path = join(
      builtOnceIn(place, name, [...sources, ...own], (folder) => build(program, folder), root),
      "program.js",
    );
    known.set(program, path);
  }
  return path;
}

function build(program: string, folder: string): void {
  execFileSync(process.execPath, [builder, program, folder], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  // Node removes nothing that it has compiled, and each bundle has files of its own. What is still read is compiled again.
  for (const file of untouchedSince(7 * 24, join(compiled, "*/*"))) rmSync(file, { force: true });
}

/**
 * Returns the output of a bundled program with the places of the sources in its stack traces. Node would name these itself
 * if it read the source maps, which takes a quarter of what a bundle saves.
 */
export function withSources(output: string): string {
  return output.replaceAll(
    /(?:file:\/\/)?(\/[^\s():]+\.js):(\d+):(\d+)/g,
    (bundle, file: string, line: string, column: string) => {
      if (!file.startsWith(place) || !existsSync(`${file}.map`)) return bundle;
      const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
      const origin = map.findOrigin(Number(line), Number(column));
      if (!("fileName" in origin)) return bundle;
      return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
    },
  );
}
