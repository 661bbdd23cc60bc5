// @module-tag slow/sdks

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { cargoEnvironment } from "../../scripts/languages/rust.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { operatorKey, startServer, type TestServer } from "../support/server.ts";
import { rustDriver, unpackCrate } from "./drivers/rust/driver.ts";

const run = promisify(execFile);
const problem = rustDriver.problem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`the client for Rust${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  test("passes its own tests, with a service of development", async () => {
    const { url } = await developmentServer();
    const output = await cargo(["test", "--all-features", "--", "--include-ignored"], {
      PLATONIC_URL: url,
      PLATONIC_API_KEY: operatorKey,
    });
    const [, passed] = /test result: ok\. (\d+) passed; 0 failed; 0 ignored/.exec(output) ?? [];
    expect(Number(passed)).toBeGreaterThan(25);
  });

  test("has no warnings of clippy", async () => {
    for (const features of [["--all-features"], []]) {
      await cargo(["clippy", "--all-targets", ...features, "--", "-D", "warnings"]);
    }
    await cargo(["fmt", "--check"]);
  });

  test("documents everything public, without warnings", async () => {
    await cargo(["doc", "--no-deps", "--all-features"], { RUSTDOCFLAGS: "-D warnings" });
  });

  // Cargo would compile the package once more to verify it.
  test("compiles from what is published alone, and does what its README says, pasted into an empty folder", async () => {
    const { url } = await developmentServer();
    const folder = temporaryDirectory();
    const readme = readFileSync("clients/rust/README.md", "utf8");
    const [setup, program, , output] = [...readme.matchAll(/^```[\w,]+\n(.*?)^```$/gms)].map(
      ([, text]) => text as string,
    );
    expect(program).toBe(readFileSync("clients/rust/examples/quickstart.rs", "utf8"));
    const local = `cargo add --path ${unpackCrate()}`;
    const pasted = (setup as string).replace("cargo add platonic-client", local).replace("init", "init --vcs none");
    const environment = { ...cargoEnvironment, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    await run("bash", ["-euc", pasted], { cwd: folder, env: environment });
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "src/main.rs"), program as string);
    const { stdout } = await run("cargo", ["run", "--quiet"], { cwd: folder, env: environment });
    expect(stdout).toBe(output);
  });
});

/** Runs cargo in the folder of the client, and returns what it prints. */
async function cargo(parameters: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: "clients/rust", env: { ...cargoEnvironment, ...environment }, maxBuffer: 2 ** 26 };
  return (await run("cargo", parameters, options)).stdout;
}

async function developmentServer(): Promise<TestServer> {
  const plan = { requestsPerMinute: 100_000, concurrentRequests: 100 };
  const plans = JSON.stringify({ anonymous: plan, identity: plan });
  const server = await startServer({ DEVELOPMENT: "1", PLANS: plans });
  onTestFinished(server.close);
  return server;
}
