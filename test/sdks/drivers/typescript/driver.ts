import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import type { Driver } from "../driver.ts";

/** The driver in TypeScript, with the package as npm makes it. */
export const typescriptDriver: Driver = {
  language: "typescript",
  hasChannel: true,
  problem: () => undefined,
  install(folder) {
    installPackage(folder);
    installOpenTelemetry(folder);
    for (const file of ["program", "commands", "spans", "asynchronous-contexts"]) {
      const program = readFileSync(join(import.meta.dirname, `${file}.ts`), "utf8");
      writeFileSync(join(folder, `${file}.js`), ofPackage(stripTypeScriptTypes(program)));
    }
    return [process.execPath, join(folder, "program.js")];
  },
};

/** Builds and packs the package, and installs it with its dependencies in a folder. */
export function installPackage(folder: string): void {
  const run = (command: string, ...parameters: string[]) =>
    execFileSync(command, parameters, { cwd: folder, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  run(process.execPath, resolve("clients/typescript/build.ts"));
  const output = run("npm", "pack", "--json", "--ignore-scripts", resolve("clients/typescript"));
  const [packed] = JSON.parse(output) as [{ readonly filename: string }];
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  run("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", join(folder, packed.filename));
}

/** Installs what the driver has its spans from, in the versions of this repository. */
function installOpenTelemetry(folder: string): void {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const versions: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };
  const packages = ["@opentelemetry/api", "@opentelemetry/core"].map((name) => `${name}@${versions[name]}`);
  const parameters = ["install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", ...packages];
  execFileSync("npm", parameters, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
}

/** Returns a program with the package in place of the sources, which it imports so that its types are checked. */
function ofPackage(program: string): string {
  return program
    .replaceAll(/"[./]*clients\/typescript\/src\/index\.ts"/g, '"platonic-client"')
    .replaceAll(/"(\.\/[\w-]+)\.ts"/g, '"$1.js"')
    .replaceAll(/"[./]*clients\/typescript\/src\/node\.ts"/g, '"platonic-client/node"')
    .replaceAll(/"#contract\/(.*?)_pb\.js"/g, '"platonic-client/messages/$1"');
}
