// @module-tag slow/programs

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { operatorKey } from "../../support/server.ts";

/** An empty project outside of the repository. */
const project = mkdtempSync(join(tmpdir(), "platonic-package-"));
let packed: string;
/** The program, which is found in the project alone. */
const program = "platonic";

const run = (command: string, parameters: string[], cwd = project) =>
  execFileSync(command, parameters, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const install = (folder: string, what: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", what], folder);
};

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/package/build.ts"], { stdio: ["ignore", "ignore", "inherit"] });
  const output = run("npm", ["pack", "--json", "--ignore-scripts", join(process.cwd(), ".package")]);
  packed = join(project, (JSON.parse(output) as [{ filename: string }])[0].filename);
  install(join(project, "app"), packed);
  install(join(project, "node22"), "node@22");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test("the package is small, and brings one version of everything", () => {
  // The web pages are in it three times: as they are, and compressed in two ways.
  expect(statSync(packed).size).toBeLessThan(6_200_000);
  const folders = run("find", ["app/node_modules", "-name", "better-sqlite3", "-path", "*node_modules/better-sqlite3"]);
  expect(folders.trim().split("\n")).toEqual(["app/node_modules/better-sqlite3"]);
});

describe.each([
  ["Node 22", () => join(project, "node22/node_modules/.bin")],
  ["Node 24", () => dirname(process.execPath)],
])("the package, by %s", (name, nodeFolder) => {
  const environment = (more: Record<string, string> = {}) => ({
    HOME: process.env["HOME"],
    PATH: [nodeFolder(), join(project, "app/node_modules/.bin"), process.env["PATH"]].join(delimiter),
    ...more,
  });
  const platonic = (parameters: string[], more?: Record<string, string>) =>
    execFileSync(program, parameters, { cwd: project, encoding: "utf8", env: environment(more) });

  test("says its version", () => {
    expect(platonic(["--version"])).toBe("platonic 0.1.0\n");
    expect(execFileSync("node", ["--version"], { encoding: "utf8", env: environment() })).toContain(
      `v${name.split(" ")[1]}.`,
    );
  });

  test("starts a service that answers, makes and tests a backup, and ends in order when it is told to", async () => {
    const data = mkdtempSync(join(project, "data-"));
    // With threads for everything that can have one.
    const settings = { PORT: "0", DATA_DIR: data, BOOTSTRAP_API_KEY: operatorKey, THREADS: "2" };
    const service = spawn(program, ["start"], {
      cwd: project,
      env: environment(settings),
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void service.kill("SIGKILL"));
    const url = await listening(service);
    const call = async (path: string, body: object) => {
      const headers = { Authorization: `Bearer ${operatorKey}`, "Content-Type": "application/json" };
      const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
      // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
      return ((await answer.json()) as any).result;
    };
    const question = { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 };
    expect((await call("/v1/geocode/transform", question)).transformed_data).toEqual([1.6471587, 3.8758261, 6.1044934]);
    const { identity } = await call("/api/identities/create", { username: "ada" });
    await call("/api/wallets/create", { identity_id: identity.id });
    const deposit = { identity_id: identity.id, token_type: "TOKEN_STANDARD", amount: 1 };
    expect(await call("/v1/admin/ledger/deposits", deposit)).toMatchObject({ issuance: { exact_amount: "1" } });
    for (const path of ["/", "/wallet", "/docs/api", "/openapi.json", "/asyncapi.json", "/contract.binpb"]) {
      expect((await fetch(url + path)).status, path).toBe(200);
    }
    const caller = { PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey };
    // By threads and processes of their own.
    expect(platonic(["backup"], caller)).not.toBe("");
    expect(platonic(["backup", "drill"], caller)).not.toBe("");
    expect(platonic(["ledger", "check"], caller)).not.toBe("");
    const ended = once(service, "exit");
    service.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});

async function listening({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stdout as NodeJS.ReadableStream)) {
    if (line.includes('"msg":"listening"')) return (JSON.parse(line) as { url: string }).url;
  }
  throw new Error("the service ended before it was listening");
}
