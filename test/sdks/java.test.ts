// @module-tag slow/sdks

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { driver, mavenParameters, packages } from "./drivers/java/driver.ts";

const run = promisify(execFile);
const problem = driver.problem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const minutes = 60_000;

describe.skipIf(isSkipped)(`the client for Java${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  /** Deploys the packages: compiled with all warnings as errors, and documented without any. */
  beforeAll(() => driver.install(), 10 * minutes);

  test("passes its own tests, with a service of development", { timeout: 5 * minutes }, async () => {
    const { url } = await developmentServer();
    const environment = { ...process.env, PLATONIC_URL: url };
    const options = { cwd: "clients/java", env: environment, maxBuffer: 2 ** 26 };
    const [, ...parameters] = mavenParameters.filter((parameter) => parameter !== "--quiet");
    const { stdout } = await run("mvn", ["--batch-mode", ...parameters, "test"], options);
    const [, tests, skipped] = /Tests run: (\d+), Failures: 0, Errors: 0, Skipped: (\d+)\s*$/m.exec(stdout) ?? [];
    expect(Number(tests)).toBeGreaterThan(90);
    expect(skipped).toBe("0");
  });

  test("does what its README says, pasted into an empty folder", { timeout: 5 * minutes }, async () => {
    const { url } = await developmentServer();
    const folder = temporaryDirectory();
    const blocks = [...readFileSync("clients/java/README.md", "utf8").matchAll(/^```\w+\n(.*?)^```$/gms)];
    const [pom, program, command, output] = blocks.map(([, text]) => text as string);
    mkdirSync(join(folder, "src/main/java"), { recursive: true });
    writeFileSync(join(folder, "pom.xml"), pom as string);
    writeFileSync(join(folder, "src/main/java/Quickstart.java"), program as string);
    writeFileSync(join(folder, "settings.xml"), settings);
    const own = [...mavenParameters, "--settings", "settings.xml"].map((parameter) => `'${parameter}'`).join(" ");
    const pasted = (command as string).replace(/^mvn/m, `mvn ${own}`);
    const environment = { ...process.env, PLATONIC_URL: url };
    const { stdout } = await run("bash", ["-euc", pasted], { cwd: folder, env: environment });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Maven resets colours at its end.
    expect(stdout.replaceAll(/\x1b\[[\d;]*m/g, "")).toBe(output);
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

/** Settings of Maven for a user who has the packages in a folder. */
const settings = `<settings><profiles><profile><id>packages</id><repositories><repository><id>packages</id>
<url>file://${packages}</url></repository></repositories></profile></profiles>
<activeProfiles><activeProfile>packages</activeProfile></activeProfiles></settings>`;

async function developmentServer(): Promise<TestServer> {
  const plan = { requestsPerMinute: 100_000, concurrentRequests: 100 };
  const plans = JSON.stringify({ visitor: plan, identity: plan });
  const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "", PLANS: plans });
  onTestFinished(server.close);
  return server;
}
