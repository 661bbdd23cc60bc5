// @module-tag slow/sdks

import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { go, goProgram } from "../../scripts/languages/go.ts";
import { goToolsProblem } from "../support/go-tools.ts";
import { operatorKey, startServer } from "../support/server.ts";
import { packGo } from "./drivers/go/driver.ts";

const run = promisify(execFile);
const sdk = "clients/go";
const isSkipped = goToolsProblem !== undefined && process.env["CI"] !== "true";

/** A service with DEVELOPMENT=1, with plans that tests do not exhaust. */
const settings = {
  DEVELOPMENT: "1",
  BOOTSTRAP_API_KEY: operatorKey,
  PLANS: JSON.stringify({
    anonymous: { requestsPerMinute: 100_000, concurrentRequests: 100 },
    identity: { requestsPerMinute: 100_000, concurrentRequests: 100 },
  }),
};

describe.skipIf(isSkipped)(`the client for Go${isSkipped ? ` (skipped: ${goToolsProblem})` : ""}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "platonic-go-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    if (go.problem() !== undefined) go.install();
    server = await startServer(settings);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("passes its own tests, by a real service and without races", async () => {
    const env = { ...process.env, PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey };
    const tests = run("go", ["test", "-race", "-count=1", "-v", "-vet=off", "./..."], { cwd: sdk, env });
    const { stdout, stderr } = await tests.catch(
      (failed: { readonly stdout: string; readonly stderr: string }) => failed,
    );
    expect(`${stdout}${stderr}`).not.toContain("FAIL");
    // Without a service half of them would be skipped.
    expect(stdout).toContain("--- PASS: TestServicePaysAndProvesIt");
    expect(stdout).not.toContain("--- SKIP");
  });

  test("has a driver as gofmt would have it", () => {
    expect(execFileSync("gofmt", ["-l", "test/sdks/drivers/go"], { encoding: "utf8" })).toBe("");
  });

  test.each([sdk, "clients/go/tools"])("%s is as gofmt, go vet and staticcheck would have it", (cwd) => {
    const check = (program: string, ...parameters: string[]) =>
      execFileSync(program, parameters, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    // The first time Go compiles the libraries, too.
    expect(check("gofmt", "-l", ".")).toBe("");
    expect(check("go", "vet", "./...")).toBe("");
    expect(check(goProgram("staticcheck"), "./...")).toBe("");
    expect(check("go", "mod", "tidy", "-diff")).toBe("");
  });

  describe("on other platforms", () => {
    const vet = join(folder, "vet");
    beforeAll(() => void execFileSync("go", ["build", "-o", vet, "./vet"], { cwd: `${sdk}/tools` }));

    test.each(["js/wasm", "windows/amd64", "darwin/arm64"])("is as go vet would have it on %s", async (platform) => {
      const [GOOS, GOARCH] = platform.split("/");
      await run(vet, ["./..."], { cwd: sdk, env: { ...process.env, GOOS, GOARCH } });
    });
  });

  test("passes its own tests by the oldest Go that its module allows", async ({ skip }) => {
    const [, oldest] = /^go (\S+)$/m.exec(readFileSync(`${sdk}/go.mod`, "utf8")) ?? [];
    const env = { ...process.env, GOTOOLCHAIN: `go${oldest}` };
    const found = await run("go", ["version"], { cwd: sdk, env }).catch((failed: Error) => failed);
    skip(found instanceof Error && process.env["CI"] !== "true", `Go ${oldest} cannot be had`);
    await run("go", ["test", "./..."], { cwd: sdk, env });
  });

  test("runs the code of its README that is no whole program in a test", () => {
    const blocks = readFileSync(`${sdk}/README.md`, "utf8").matchAll(/^( *)```go\n(.*?)^ *```$/gms);
    // The driver runs programs that need OpenTelemetry, on which the module does not depend.
    const files = [`${sdk}/internal/tests/readme/readme_test.go`, "test/sdks/drivers/go/trace.go"];
    const tests = withoutIndent(files.map((file) => readFileSync(file, "utf8")).join("\n"));
    const code = [...blocks].map(([, , block = ""]) => block).filter((block) => !block.includes("package main"));
    expect(code.length).toBeGreaterThan(5);
    for (const block of code) expect(tests).toContain(withoutIndent(block));
  });

  test("documents everything that is public", () => {
    const options = { cwd: sdk, encoding: "utf8" } as const;
    const undocumented = execFileSync("go", ["run", "./undocumented", resolve(sdk)], {
      ...options,
      cwd: `${sdk}/tools`,
    });
    expect(undocumented).toBe("");
  });

  test("runs the program of its README from the packed module, in an empty folder", async () => {
    const program = readFileSync(`${sdk}/examples/transfer/main.go`, "utf8");
    const readme = readFileSync(`${sdk}/README.md`, "utf8");
    expect(readme).toContain(`\`\`\`go\n${program}\`\`\`\n`);
    const { environment, version } = packGo(join(folder, "proxy"));
    const project = join(folder, "transfer");
    mkdirSync(project);
    writeFileSync(join(project, "main.go"), program.replaceAll("http://127.0.0.1:8080", server.url));
    const env = { ...environment, PLATONIC_API_KEY: operatorKey };
    const call = (...parameters: string[]) => run("go", parameters, { cwd: project, env });
    await call("mod", "init", "example.com/transfer");
    await call("get", `github.com/platonic/platonic/clients/go@${version}`);
    await call("mod", "tidy");
    const { stdout } = await call("run", ".");
    const [, printed] = /It prints:\n\n```text\n(.*?)```/s.exec(readme) ?? [];
    expect(stdout.replaceAll(/ +\n/g, "\n")).toBe(printed);
  });

  test("has the generated code that its plugins write", () => {
    const before = join(folder, "gen");
    cpSync(go.output, before, { recursive: true });
    go.generate();
    execFileSync("git", ["diff", "--no-index", "--stat", "--exit-code", before, go.output], { stdio: "inherit" });
  });
});

function withoutIndent(code: string): string {
  return code.replaceAll(/^\s+/gm, "");
}
