import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A copy of the repository, in which the recipe of CONTRIBUTING.md is followed for an operation `Norm`. */
let copy: string;

const service = "proto/platonic/geocode/v1/service.proto";
const operations = "server/modules/geocode/operations.ts";

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "platonic-recipe-"));
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  }).split("\0");
  for (const file of new Set(files.filter(Boolean))) {
    cpSync(file, join(copy, file), { recursive: true, force: true, verbatimSymlinks: true });
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(copy, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(copy, path), text);

function run(...command: [string, ...string[]]): { status: number | null; output: string } {
  const [program, ...parameters] = command;
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: copy, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

test("an operation without state is six files by hand: three of the contract, its function, its line, its test", {
  tags: ["slow/programs"],
}, () => {
  const contract = read(service);
  const last = contract.lastIndexOf("  // Transforms data in the space");
  const norm = contract
    .slice(last, contract.lastIndexOf("}"))
    .replace(/\/\/ .*/, "// Measures the Euclidean norm of a vector.")
    .replaceAll("RSpace", "Norm")
    .replaceAll("r-space", "norm");
  write(service, `${contract.slice(0, contract.lastIndexOf("}"))}\n${norm}}\n`);
  for (const [name, fields] of [
    ["request", "  // 1 to 1,000 numbers.\n  Vector data = 1 [(buf.validate.field).required = true];"],
    ["response", "  // 0 or more.\n  double norm = 1;"],
  ] as const) {
    const path = join(dirname(service), `${name}s.proto`);
    const message = name === "request" ? "NormRequest" : "NormResponse";
    write(path, `${read(path)}\n// A ${name}.\nmessage ${message} {\n${fields}\n}\n`);
  }
  // Nothing of what follows is there yet.
  expect(run("npm", "run", "-s", "generate")).toMatchObject({ status: 0 });
  const missing = run(process.execPath, "node_modules/tsc/bin/tsc");
  expect(missing.output).toContain("Property 'norm' is missing");
  expect(missing.output.match(/^\S+\(\d+,\d+\): error/gm)).toEqual([expect.stringMatching(`^${operations}`)]);

  write(
    "server/modules/geocode/mathematics/norm.ts",
    "export function norm(data: readonly number[]): number {\n  return Math.hypot(...data);\n}\n",
  );
  const table = read(operations).replace(
    "} satisfies Operations<typeof GeocodeService>;",
    "  norm: (request) => ({ norm: norm(request.data?.values ?? []) }),\n$&",
  );
  write(operations, `import { norm } from "./mathematics/norm.ts";\n${table}`);
  expect(run(process.execPath, "node_modules/tsc/bin/tsc")).toEqual({ status: 0, output: "" });

  expect(read("docs/reference/commands.md")).toContain("platonic geocode norm");
  expect(read("docs/reference/commands.md")).toContain("Measures the Euclidean norm of a vector.");
  expect(read("gen/openapi/openapi.json")).toContain("/v1/geocode/norm");
  const program = `
    import { GeocodeClient, httpTransport } from "./clients/typescript/src/index.ts";
    import { operatorKey, startServer } from "./test/support/server.ts";
    const server = await startServer();
    const { body } = await server.post("/v1/geocode/norm", { data: [3, 4] });
    const transport = httpTransport({ baseUrl: server.url, credentials: operatorKey });
    const { norm } = await new GeocodeClient(transport).norm({ data: { values: [5, 12] } });
    console.log(JSON.stringify([body, norm]));
    await server.close();
    process.exit(0);
  `;
  const called = run(process.execPath, "--input-type=module-typescript", "-e", program);
  expect([called.status, JSON.parse(called.output)]).toEqual([0, [{ result: { norm: 5 } }, 13]]);
});
