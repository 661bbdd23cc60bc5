/**
 * `npm run build:sdk`: builds the publishable package into `clients/typescript/dist`, JavaScript modules with their types and
 * the generated messages of all services.
 */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { withoutServiceOptions } from "./lean-messages.ts";

const root = join(import.meta.dirname, "../..");
const dist = join(import.meta.dirname, "dist");
const messages = join(dist, "messages");

rmSync(dist, { recursive: true, force: true });
compile();
// Readers of comments read the declarations.
compile("--removeComments", "--declaration", "false");
// The manifest, whose version the sources import, has the compiler put them into a folder of their own.
cpSync(join(dist, "src"), dist, { recursive: true });
for (const name of ["src", "package.json"]) rmSync(join(dist, name), { recursive: true });
writeFileSync(join(dist, "package-version.js"), `export const packageVersion = ${JSON.stringify(version())};\n`);
nameHeadersInit(["index.d.ts", "node.d.ts"]);
const reached = new Set<string>();
for (const name of globSync("**/*.{js,d.ts}", { cwd: dist })) rewrite(join(dist, name));
// A `Client` gives the generated clients of all services that are reached over HTTP.
for (const name of globSync("platonic/{admin,geocode,identity,wallet}/**/*_pb.js", { cwd: join(root, "gen/es") })) {
  reach(name.replace(/\.js$/, ""));
}
for (const path of reached) {
  const target = join(messages, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.js`, leanModule(path).replaceAll(/^\/\*\*\n(?: \*.*\n)*? \*\/\n/gm, ""));
  cpSync(`${generated(path)}.d.ts`, `${target}.d.ts`);
}

cpSync(join(root, "LICENSE"), join(import.meta.dirname, "LICENSE"));

function compile(...options: readonly string[]): void {
  const compiler = join(root, "node_modules/tsc/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", import.meta.dirname, ...options], { stdio: "inherit" });
}

/** Returns the version of the package. */
function version(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8")).version;
}

/** Has these modules declare a type that the declarations of Connect need, and that programs without the library `dom` lack. */
function nameHeadersInit(modules: readonly string[]): void {
  const name = "headers-init.d.cts";
  cpSync(join(import.meta.dirname, "src", name), join(dist, name));
  for (const module of modules) {
    const source = readFileSync(join(dist, module), "utf8");
    writeFileSync(join(dist, module), `/// <reference path="./${name}" />\n${source}`);
  }
}

/** Lets a module find the messages in the package. Types that the compiler infers name them by their workspace. */
function rewrite(file: string): void {
  const source = readFileSync(file, "utf8");
  const mended = source.replaceAll(/"(?:#contract|platonic-contract)\/([^"]+)\.js"/g, (_, name: string) => {
    const path = pathOf(name);
    reach(path);
    return `"./${relative(dirname(file), join(messages, path))}.js"`.replace('"./../', '"../');
  });
  // The compiler lets declarations name the sources.
  const named = file.endsWith(".d.ts")
    ? mended.replaceAll(/(from|import\()(\s*)"(\.[^"]+)\.ts"/g, '$1$2"$3.js"')
    : mended;
  if (named !== source) writeFileSync(file, named);
}

/** Returns the path below `gen/es` of a generated module, as package.json there exports it. */
function pathOf(name: string): string {
  return /^(google|grpc)\//.test(name) ? name : `platonic/${name}`;
}

/** Generated modules import each other. */
function reach(path: string): void {
  if (reached.has(path)) return;
  reached.add(path);
  for (const source of [leanModule(path), readFileSync(`${generated(path)}.d.ts`, "utf8")]) {
    for (const [, next] of source.matchAll(/from "(\.[^"]+)\.js"/g)) {
      reach(relative(join(root, "gen/es"), resolve(dirname(generated(path)), next as string)));
    }
  }
}

function leanModule(path: string): string {
  return withoutServiceOptions(readFileSync(`${generated(path)}.js`, "utf8"));
}

function generated(path: string): string {
  return join(root, "gen/es", path);
}
