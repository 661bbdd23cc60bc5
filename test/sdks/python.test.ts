// @module-tag slow/sdks

import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pythonProgram } from "../../scripts/languages/python.ts";
import { operatorKey, startServer, type TestServer } from "../support/server.ts";
import { installedPackage, packPython, pythonDriver } from "./drivers/python/driver.ts";

const run = promisify(execFile);
const sdk = "clients/python";
const problem = pythonDriver.problem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
const plan = { requestsPerMinute: 100_000, concurrentRequests: 100 };
const settings = {
  DEVELOPMENT: "1",
  PLANS: JSON.stringify({ anonymous: plan, identity: plan }),
};

describe.skipIf(isSkipped)(`the client for Python${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "platonic-python-"));
  let server: TestServer;
  let wheel: string;
  beforeAll(async () => {
    server = await startServer(settings);
    wheel = packPython();
    await run(pythonProgram("python"), ["hatch_build.py"], { cwd: sdk });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("passes its own tests, with a service of development", async () => {
    const env = { ...process.env, PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
    const { stdout, code } = await finished(run(pythonProgram("python"), ["-m", "pytest"], { cwd: sdk, env }));
    expect(code, stdout).toBe(0);
    // Without a service some would be skipped.
    expect(stdout).not.toContain("skipped");
    expect(Number(/^(\d+) passed/m.exec(stdout)?.[1])).toBeGreaterThan(130);
  });

  test.each([
    ["mypy --strict", "mypy", []],
    ["pyright", "pyright", []],
    ["ruff check", "ruff", ["check", ".", "../../test/sdks/drivers/python"]],
    ["ruff format", "ruff", ["format", "--check", ".", "../../test/sdks/drivers/python"]],
  ] as const)("is as %s would have it", async (_, program, parameters) => {
    const { stdout, code } = await finished(run(pythonProgram(program), parameters, { cwd: sdk }));
    expect(code, stdout).toBe(0);
  });

  test("has a wheel with types, that claims no names but its own", () => {
    const list = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))";
    const names = execFileSync(pythonProgram("python"), ["-c", list, wheel], { encoding: "utf8" }).trim().split("\n");
    const roots = new Set(names.map((name) => name.split("/")[0]?.replace(/-.*/, "")));
    expect(roots).toEqual(new Set(["platonic", "platonic_client"]));
    expect(names).toEqual(expect.arrayContaining(["platonic/py.typed", "platonic_client/py.typed"]));
    expect(names.some((name) => name.endsWith("/LICENSE"))).toBe(true);
  });

  // Other versions than the first are tried where they are.
  test.each(["python3", ...["python3.10", "python3.13"].filter((name) => programOf(name) !== undefined)])(
    "does what its README says, pasted into an empty folder, by %s",
    async (name) => {
      const program = programOf(name);
      const [setup, source, shell, output] = codeOfReadme();
      expect(source).toBe(readFileSync(`${sdk}/examples/quickstart.py`, "utf8"));
      const project = mkdtempSync(join(folder, "project-"));
      writeFileSync(join(project, "quickstart.py"), source as string);
      const pasted = `${setup}${shell}`.replace("platonic-client", `'${wheel}'`).replace("python3", `'${program}'`);
      const env = { ...process.env, PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
      const { stdout } = await run("bash", ["-euc", pasted.replace("pip install", "pip install --quiet")], {
        cwd: project,
        env,
      });
      expect(stdout).toBe(output);
    },
  );

  test("runs the other programs of its README after the first", async () => {
    const blocks = [...readFileSync(`${sdk}/README.md`, "utf8").matchAll(/^```python\n(.*?)^```$/gms)];
    const program = blocks.map(([, text]) => text).join("\n");
    const env = { ...process.env, PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
    const { stdout } = await run(installedPackage(), ["-W", "error", "-c", program], { env });
    const [, , ...lines] = stdout.trimEnd().split("\n");
    expect(lines).toEqual([
      "3",
      expect.stringContaining("Decimal('87.4875')"),
      expect.stringMatching(/^\d+ \S+$/),
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^[0-9a-f-]{36} completed$/)),
      "refused: it needs the headers `webhook-id` and `webhook-timestamp`",
      "400",
      expect.stringContaining("Decimal('87.45747')"),
      version,
    ]);
  });

  test("is compared with bare gRPC", async () => {
    const interpreter = installedPackage();
    const env = { ...process.env, PLATONIC_API_KEY: operatorKey };
    const { stdout } = await run(interpreter, [`${sdk}/benchmarks/transfers.py`, server.url, "20"], { env });
    expect(stdout.match(/: \d+ transfers a second, /g)).toHaveLength(4);
  });

  test("runs the example of NumPy in the documentation", async () => {
    const interpreter = installedPackage();
    // Beside the packages of others.
    const numpy = mkdtempSync(join(folder, "numpy-"));
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
    await run(interpreter, [...install, "--target", numpy, "numpy"]);
    const page = readFileSync("docs/geometry/encode.md", "utf8");
    const [, program] = /^```python\n(.*?)^```$/ms.exec(page) ?? [];
    const env = { ...process.env, PYTHONPATH: numpy, PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
    const { stdout } = await run(interpreter, ["-c", program as string], { env });
    expect(stdout).toBe("(12, 3) (12,)\n");
  });

  test("has types for a program that uses the wheel", async () => {
    const project = mkdtempSync(join(folder, "typed-"));
    const interpreter = installedPackage();
    cpSync(`${sdk}/examples/quickstart.py`, join(project, "quickstart.py"));
    const parameters = ["--strict", "--python-executable", interpreter, "--config-file=", "quickstart.py"];
    const { stdout } = await run(pythonProgram("mypy"), parameters, { cwd: project });
    expect(stdout).toContain("no issues found");
  });
});

/** Returns the blocks of code in the README. */
function codeOfReadme(): string[] {
  const readme = readFileSync(`${sdk}/README.md`, "utf8");
  return [...readme.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text]) => text as string);
}

/** Returns the path of a Python; undefined if it is not there. */
function programOf(name: string): string | undefined {
  try {
    const path = execFileSync(name, ["-c", "import sys; print(sys.executable)"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the output of a program that has ended, and its status. */
function finished(
  ended: Promise<{ readonly stdout: string }>,
): Promise<{ readonly stdout: string; readonly code: number }> {
  return ended.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (failed: { readonly stdout: string; readonly code: number }) => failed,
  );
}
