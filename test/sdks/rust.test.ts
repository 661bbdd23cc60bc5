// @module-tag slow/sdks

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { cargoEnvironment } from "../../scripts/languages/rust.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { driver, unpacked } from "./drivers/rust/driver.ts";

const run = promisify(execFile);
const problem = driver.problem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const minutes = 60_000;

describe.skipIf(isSkipped)(`the client for Rust${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  beforeAll(() => driver.install(), 20 * minutes);

  test("passes its own tests, with a service of development", { timeout: 20 * minutes }, async () => {
    const { url } = await developmentServer();
    const output = await cargo(["test", "--all-features", "--", "--include-ignored"], { PLATONIC_URL: url });
    const [, passed] = /test result: ok\. (\d+) passed; 0 failed; 0 ignored/.exec(output) ?? [];
    expect(Number(passed)).toBeGreaterThan(25);
  });

  test("has no warnings of clippy", { timeout: 20 * minutes }, async () => {
    await cargo(["clippy", "--all-targets", "--all-features", "--", "-D", "warnings"]);
    await cargo(["fmt", "--check"]);
  });

  test("documents everything public, without warnings", { timeout: 20 * minutes }, async () => {
    await cargo(["doc", "--no-deps", "--all-features"], { RUSTDOCFLAGS: "-D warnings" });
  });

  test("compiles from what is published alone", { timeout: 20 * minutes }, async () => {
    await cargo(["package", "--allow-dirty", "--locked"]);
  });

  test("does what its README says, pasted into an empty folder", { timeout: 20 * minutes }, async () => {
    const { url } = await developmentServer();
    const folder = temporaryDirectory();
    const readme = readFileSync("clients/rust/README.md", "utf8");
    const [setup, program, , output] = [...readme.matchAll(/^```[\w,]+\n(.*?)^```$/gms)].map(
      ([, text]) => text as string,
    );
    expect(program).toBe(readFileSync("clients/rust/examples/quickstart.rs", "utf8"));
    const local = `cargo add --path ${unpacked}`;
    const pasted = (setup as string).replace("cargo add platonic-client", local).replace("init", "init --vcs none");
    const environment = { ...cargoEnvironment, PLATONIC_URL: url };
    await run("bash", ["-euc", pasted], { cwd: folder, env: environment });
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "src/main.rs"), program as string);
    const { stdout } = await run("cargo", ["run", "--quiet"], { cwd: folder, env: environment });
    expect(stdout).toBe(output);
  });

  test("plays by the driver's protocol", { timeout: minutes }, async () => {
    const { url } = await developmentServer();
    const process = driver.start();
    onTestFinished(() => {
      process.kill();
    });
    const { stdin, stdout } = process as typeof process & {
      stdin: NodeJS.WritableStream;
      stdout: NodeJS.ReadableStream;
    };
    const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
    const play = async (command: object) => {
      stdin.write(`${JSON.stringify({ id: 1, ...command })}\n`);
      return JSON.parse(String((await answers.next()).value));
    };
    expect(await play({ do: "open", endpoint: url })).toEqual({ id: 1, result: {} });
    const call = { do: "call", service: "geocode.v1.GeocodeService", method: "Transform", request: {} };
    expect(await play(call)).toMatchObject({ error: { reason: "AUTHENTICATION_REQUIRED" } });
    const { result } = await play({ do: "register", username: "ada" });
    expect(await play({ do: "wallet", endpoint: url, credentials: result.credentials })).toMatchObject({ result: {} });
    expect(await play({ do: "create" })).toMatchObject({ result: {} });
    expect(await play({ do: "balances" })).toMatchObject({ result: { TOKEN_STANDARD: "0" } });
    stdin.end();
    expect(await once(process, "exit")).toEqual([0, null]);
  });
});

/** Runs cargo in the folder of the client, and returns what it prints. */
async function cargo(parameters: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: "clients/rust", env: { ...cargoEnvironment, ...environment }, maxBuffer: 2 ** 26 };
  return (await run("cargo", parameters, options)).stdout;
}

async function developmentServer(): Promise<TestServer> {
  const plan = { requestsPerMinute: 100_000, concurrentRequests: 100 };
  const plans = JSON.stringify({ visitor: plan, identity: plan });
  const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "", PLANS: plans });
  onTestFinished(server.close);
  return server;
}
