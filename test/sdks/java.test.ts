// @module-tag slow/sdks

import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { mavenParameters } from "../../scripts/languages/java.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { operatorKey, startServer, type TestServer } from "../support/server.ts";
import type { Command } from "./drivers/driver.ts";
import { javaClassPath, javaDriver, javaPackages } from "./drivers/java/driver.ts";
import { namesInJar } from "./drivers/java/names-in-jar.ts";
import { takeTurn } from "./drivers/turn.ts";

const run = promisify(execFile);
const problem = javaDriver.problem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`the client for Java${isSkipped ? ` (skipped: ${problem})` : ""}`, () => {
  let packages: string;
  let command: Command;
  /** Folder with the packages and all that they need, as Maven gives them to a program. */
  let libraries: string;
  beforeAll(() => {
    packages = javaPackages();
    command = javaDriver.install(tmpdir());
    libraries = dirname(javaClassPath().split(delimiter)[1] as string);
  });

  test("passes its own tests, with a service of development", async () => {
    onTestFinished(takeTurn("maven"));
    const { url } = await developmentServer();
    const environment = { ...process.env, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    const options = { cwd: "clients/java", env: environment, maxBuffer: 2 ** 26 };
    const [, ...parameters] = mavenParameters.filter((parameter) => parameter !== "--quiet");
    const { stdout } = await run("mvn", ["--batch-mode", ...parameters, "test"], options);
    const [, tests, skipped] = /Tests run: (\d+), Failures: 0, Errors: 0, Skipped: (\d+)\s*$/m.exec(stdout) ?? [];
    expect(Number(tests)).toBeGreaterThan(90);
    expect(skipped).toBe("0");
  });

  test("documents no package of its own internals", () => {
    const [jar] = globSync(join(packages, "io/platonic/platonic-client/*/*-javadoc.jar"));
    const documented = namesInJar(jar as string).join("\n");
    expect(documented).toContain("io/platonic/client/Wallet.html");
    expect(documented).not.toContain("/internal/");
  });

  test("needs no module of Java that a program on the module path would have to name", () => {
    const [jar] = globSync(join(packages, "io/platonic/platonic-client/*/platonic-client-*[0-9].jar"));
    const parameters = ["--multi-release", "17", "--ignore-missing-deps", "--print-module-deps", jar as string];
    expect(execFileSync("jdeps", parameters, { encoding: "utf8" }).trim()).toBe("java.base");
  });

  test("does what its README says, pasted into an empty folder", async () => {
    onTestFinished(takeTurn("maven"));
    const { url } = await developmentServer();
    const folder = temporaryDirectory();
    const [pom, program, shell, output] = readmeBlocks();
    mkdirSync(join(folder, "src/main/java"), { recursive: true });
    writeFileSync(join(folder, "pom.xml"), pom as string);
    writeFileSync(join(folder, "src/main/java/Quickstart.java"), program as string);
    writeFileSync(join(folder, "settings.xml"), settingsFor(packages));
    const own = [...mavenParameters, "--settings", "settings.xml"].map((parameter) => `'${parameter}'`).join(" ");
    const pasted = (shell as string).replace(/^mvn/m, `mvn ${own}`);
    const environment = { ...process.env, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    const { stdout } = await run("bash", ["-euc", pasted], { cwd: folder, env: environment });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Maven resets colours at its end.
    expect(stdout.replaceAll(/\x1b\[[\d;]*m/g, "")).toBe(output);
  });

  test("runs on the module path, and logs nothing that alarms", async () => {
    const { url } = await developmentServer();
    const folder = temporaryDirectory();
    const [, program, , output] = readmeBlocks();
    const sources = { "module-info.java": "module quickstart {\n  requires io.platonic.client;\n}\n" };
    compile(folder, libraries, { ...sources, "quickstart/Quickstart.java": `package quickstart;\n${program}` });
    const parameters = [
      "--module-path",
      [libraries, folder].join(delimiter),
      "--module",
      "quickstart/quickstart.Quickstart",
    ];
    const environment = { ...process.env, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    const { stdout, stderr } = await run("java", parameters, { env: environment });
    expect(stdout).toBe(output);
    expect(stderr).not.toMatch(/SEVERE|WARNING|Exception/);
  });

  test("is 12.6 MB with all that it needs, without native code", () => {
    // The driver of the scenarios alone needs JSON and spans.
    const jars = globSync("*.jar", { cwd: libraries }).filter(
      (name) => !/^(protobuf-java-util|opentelemetry-)/.test(name),
    );
    const sizes = jars.map((name) => statSync(join(libraries, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_700_000);
    for (const name of jars) {
      const native = namesInJar(join(libraries, name)).filter((file) => /\.(so|dll|jnilib|dylib)$/.test(file));
      expect(native, name).toEqual([]);
    }
  });

  test("has the methods that the fragments of its README call", () => {
    const fragments = readmeBlocks().filter((text) => /^(try|Client client) /.test(text));
    expect(fragments).toHaveLength(4);
    const values = "Wallet wallet, String cursor, String key, Map<String, String> headers, byte[] body";
    const methods = fragments.map((text, index) => `void fragment${index}(${values}) throws Exception {\n${text}}\n`);
    const imports = ["io.platonic.client", "java.nio.file", "java.time", "java.util", "java.util.stream"].map(
      (name) => `import ${name}.*;\n`,
    );
    const stubs = "abstract void store(String cursor);\nabstract void answer(int status, String text);\n";
    const program = `${imports.join("")}abstract class Fragments {\n${stubs}${methods.join("")}}\n`;
    compile(temporaryDirectory(), libraries, { "Fragments.java": program });
  });

  test("ends when the input of its driver ends", async () => {
    const [program, ...parameters] = command;
    const driver = spawn(program, parameters, { stdio: ["pipe", "ignore", "inherit"] });
    driver.stdin.end('{"id": 1, "do": "settled"}\n');
    expect(await once(driver, "exit")).toEqual([0, null]);
  });
});

/** Texts of the README that are programs, commands and what they print. */
function readmeBlocks(): string[] {
  const readme = readFileSync("clients/java/README.md", "utf8");
  return [...readme.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text]) => text as string);
}

/** Compiles sources, by their names, in a folder. Those of a module find the libraries as modules. */
function compile(folder: string, path: string, sources: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const paths = "module-info.java" in sources ? ["--module-path", path] : ["--class-path", join(path, "*")];
  const parameters = ["-Werror", "-Xlint:all,-requires-automatic", "--release", "17", "-d", folder, ...paths];
  execFileSync("javac", [...parameters, ...Object.keys(sources)], { cwd: folder, stdio: "inherit" });
}

/** Settings of Maven for a user who has the packages in a folder. */
const settingsFor = (
  packages: string,
) => `<settings><profiles><profile><id>packages</id><repositories><repository><id>packages</id>
<url>file://${packages}</url></repository></repositories></profile></profiles>
<activeProfiles><activeProfile>packages</activeProfile></activeProfiles></settings>`;

async function developmentServer(): Promise<TestServer> {
  const plan = { requestsPerMinute: 100_000, concurrentRequests: 100 };
  const plans = JSON.stringify({ anonymous: plan, identity: plan });
  const server = await startServer({ DEVELOPMENT: "1", PLANS: plans });
  onTestFinished(server.close);
  return server;
}
