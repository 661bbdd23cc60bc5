/**
 * `node test/code/generators/install.ts`: installs the generators of clients that people use with OpenAPI documents, for
 * TypeScript, Go and Python, in `.generators/`, which is not committed. Takes a minute the first time; needs Go and Python.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const typescriptPackages = ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0"];
const goGenerator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const goRuntime = "github.com/oapi-codegen/runtime@v1.9.0";
const pythonPackages = ["openapi-python-client==0.29.1", "mypy==1.19.0"];

const folder = resolve(".generators");
export const typescriptFolder = join(folder, "typescript");
export const openapiTypescript = join(typescriptFolder, "node_modules/openapi-typescript/bin/cli.js");
export const goFolder = join(folder, "go");
export const oapiCodegen = join(folder, "bin/oapi-codegen");
export const pythonFolder = join(folder, "python");
export const python = join(pythonFolder, "bin/python");
export const openapiPythonClient = join(pythonFolder, "bin/openapi-python-client");

/** Returns what is missing, and how to get it; undefined if everything is there. */
export function generatorsProblem(): string | undefined {
  const missing = [openapiTypescript, oapiCodegen, join(goFolder, "go.sum"), openapiPythonClient].find(
    (path) => !existsSync(path),
  );
  return missing && `${missing} is missing: run npx node test/code/generators/install.ts`;
}

function install(): void {
  for (const one of [typescriptFolder, goFolder]) mkdirSync(one, { recursive: true });
  if (!existsSync(openapiTypescript)) {
    writeFileSync(join(typescriptFolder, "package.json"), '{ "type": "module", "private": true }\n');
    run("npm", ["install", "--silent", "--no-audit", "--no-fund", ...typescriptPackages], typescriptFolder);
  }
  if (!existsSync(oapiCodegen)) {
    run("go", ["install", goGenerator], goFolder, { GOBIN: join(folder, "bin") });
  }
  if (!existsSync(join(goFolder, "go.sum"))) {
    writeFileSync(join(goFolder, "go.mod"), "module platonic.example/generated\n\ngo 1.24\n");
    run("go", ["get", goRuntime], goFolder);
  }
  if (!existsSync(openapiPythonClient)) {
    run("python3", ["-m", "venv", pythonFolder]);
    run(python, ["-m", "pip", "install", "--quiet", ...pythonPackages]);
  }
}

function run(command: string, parameters: string[], cwd = process.cwd(), env: Record<string, string> = {}): void {
  execFileSync(command, parameters, { stdio: "inherit", cwd, env: { ...process.env, ...env } });
}

if (import.meta.main) install();
