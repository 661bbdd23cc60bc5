// @module-tag slow/sdks

import { execFile } from "node:child_process";
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import * as tools from "./install.ts";

const run = promisify(execFile);
const document = resolve("gen/openapi/openapi.json");
const programs = resolve("test/code/generators/programs");
const problem = tools.generatorsProblem();
if (problem !== undefined && process.env["CI"] === "true") throw new Error(problem);

interface Operation {
  readonly operationId: string;
}
type Paths = Record<string, Record<string, Operation>>;
const { paths } = JSON.parse(readFileSync(document, "utf8")) as { readonly paths: Paths };
const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
const letters = (text: string) => text.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();

/** Report of each program about its calls. */
const expected = {
  keys: 1,
  isListed: true,
  dimensions: 3,
  type: "phi",
  balance: 7.5,
  pages: 2,
  displayName: "Ada",
  errors: [
    [412, "VERSION_MISMATCH"],
    [404, "RESOURCE_NOT_FOUND"],
    [400, "PARAMETER_INVALID"],
  ],
};

/**
 * Streams of events are declared, and have their functions; no program reads one, since OpenAPI 3.1 has no form for streams
 * and the three read an answer as a whole.
 */
describe.skipIf(problem !== undefined)(`a client that is generated${problem ? ` (skipped: ${problem})` : ""}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const told = (stdout: string) => JSON.parse(stdout.trim().split("\n").at(-1) as string);

  test("by openapi-typescript has every operation, its types hold, and its calls succeed", async () => {
    const folder = tools.typescriptFolder;
    const schema = join(folder, "schema.d.ts");
    const optional = ["--default-non-nullable", "false"];
    await run(process.execPath, [tools.openapiTypescript, document, "-o", schema, ...optional]);
    const [, declared] = readFileSync(schema, "utf8").split("export interface operations {") as [string, string];
    const named = new Set([...declared.matchAll(/^ {4}(\w+): \{/gm)].map(([, name]) => name));
    expect(ids.filter((id) => !named.has(id))).toEqual([]);
    // Its imports are there alone, so that here it is no program.
    copyFileSync(join(programs, "call-typescript.txt"), join(folder, "call.ts"));
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "esnext"];
    const types = ["--ignoreConfig", "--allowImportingTsExtensions", "--types", ""];
    await run(process.execPath, [resolve("node_modules/tsc/bin/tsc"), ...flags, ...types, "call.ts"], { cwd: folder });
    const { stdout } = await run(process.execPath, ["call.ts", server.url, operatorKey], { cwd: folder });
    expect(told(stdout)).toEqual(expected);
  });

  test("by oapi-codegen has every operation, compiles, and its calls succeed", async () => {
    const folder = tools.goFolder;
    mkdirSync(join(folder, "api"), { recursive: true });
    const output = join(folder, "api/api.gen.go");
    await run(tools.oapiCodegen, ["-package", "api", "-generate", "types,client,skip-prune", "-o", output, document]);
    const made = [...readFileSync(output, "utf8").matchAll(/^func \(c \*ClientWithResponses\) (\w+)WithResponse\(/gm)];
    const named = new Set(made.map(([, name]) => letters(name as string)));
    expect(ids.filter((id) => !named.has(letters(id)))).toEqual([]);
    cpSync(join(programs, "go"), folder, { recursive: true });
    await run("go", ["build", "-o", "calls", "."], { cwd: folder });
    const { stdout } = await run(join(folder, "calls"), [server.url, operatorKey]);
    expect(told(stdout)).toEqual(expected);
  });

  test("by openapi-python-client has every operation, its types hold, and its calls succeed", async () => {
    const folder = join(tools.pythonFolder, "generated");
    rmSync(folder, { recursive: true, force: true });
    const { stdout: warnings } = await run(tools.openapiPythonClient, [
      ...["generate", "--path", document, "--output-path", folder, "--meta", "none"],
    ]);
    expect(warnings).not.toContain("will not be generated");
    const made = globSync("api/*/*.py", { cwd: folder }).map((path) => letters(path.replace(/^.*\/|\.py$/g, "")));
    expect(ids.filter((id) => !made.includes(letters(id)))).toEqual([]);
    copyFileSync(join(programs, "call.py"), join(tools.pythonFolder, "call.py"));
    const options = { cwd: tools.pythonFolder };
    await run(tools.python, ["-m", "mypy", "--follow-imports", "silent", "call.py"], options);
    const { stdout } = await run(tools.python, ["call.py", server.url, operatorKey], options);
    expect(told(stdout)).toEqual(expected);
  });
});
