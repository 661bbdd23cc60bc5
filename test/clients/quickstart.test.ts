// @module-tag slow/programs

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { operatorKey, startServer } from "../support/server.ts";
import { sharedServer } from "../support/shared-server.ts";

const server = sharedServer();
const run = promisify(execFile);

/** Code blocks of the README: their language and their text. */
const blocks = [...readFileSync("README.md", "utf8").matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language, text]) => ({ language, text: text as string }),
);

/** The block that contains these words, and the one after it. */
function blocksFrom(words: string) {
  const at = blocks.findIndex(({ text }) => text.includes(words));
  return blocks.slice(at, at + 2) as [{ text: string }, { language: string; text: string }];
}

/** Runs a command of the README against the test's own server. */
async function runCommand(command: string): Promise<string> {
  const { url } = server();
  const { stdout } = await run("bash", ["-c", command.replaceAll("http://127.0.0.1:8080", url)], {
    env: { ...process.env, PLATONIC_URL: url, PLATONIC_API_KEY: operatorKey },
  });
  return stdout;
}

test("the first call of the README has the answer in the README", async () => {
  const [call, answer] = blocksFrom("curl http://127.0.0.1:8080/v1/geocode/transform");
  expect(answer.language).toBe("json");
  expect(JSON.parse(await runCommand(call.text))).toEqual(JSON.parse(answer.text));
});

test("the same call over gRPC has the same vector", async () => {
  const [call] = blocksFrom("npx buf curl");
  expect(JSON.parse(await runCommand(call.text))).toMatchObject({ transformedData: [1.6471587, 3.8758261, 6.1044934] });
});

test.each([
  "npx node clients/quickstart/geometry.ts",
  "clients/quickstart/wallet.sh",
  "npx node clients/quickstart/wallet.ts",
])("%s prints what the README says", async (command) => {
  const [call, output] = blocksFrom(command);
  expect(withoutIds(await runCommand(call.text))).toBe(withoutIds(output.text));
});

test("the wallet quickstart pays, and proves it by a receipt, in ten commands without any other preparation", async () => {
  const { url, dataDirectory, close } = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "" });
  onTestFinished(close);
  const page = readFileSync("docs/development.md", "utf8");
  const [start, commands] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text as string);
  expect(`${start}${commands}`.trim().split("\n").length).toBeLessThanOrEqual(11);
  const script = (commands as string)
    .replaceAll("http://127.0.0.1:8080", url)
    .replaceAll("data/development", dataDirectory)
    .replaceAll(/npx node/g, process.execPath)
    .replaceAll("npx platonic", `${process.execPath} ${resolve("clients/cli/bin.ts")}`);
  const { stdout } = await run("bash", ["-euc", script], { cwd: temporaryDirectory() });
  expect(stdout.slice(stdout.lastIndexOf("}") + 1)).toMatch(/amount +12\.5$/m);
});

test("the quick start of the documentation works from its first call to its last program", async () => {
  const { url, dataDirectory, close } = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "" });
  onTestFinished(close);
  const page = readFileSync("docs/quick-start.md", "utf8");
  const [start, ...commands] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text as string);
  expect(start).toContain("DEVELOPMENT=1 npm start");
  const script = commands
    .join("")
    .replaceAll("http://127.0.0.1:8080", url)
    .replaceAll("data/development", dataDirectory)
    .replaceAll("npx node", process.execPath)
    .replaceAll("npx platonic", `${process.execPath} ${resolve("clients/cli/bin.ts")}`);
  const { stdout } = await run("bash", ["-euc", script], {
    env: { ...process.env, PLATONIC_URL: url, XDG_CONFIG_HOME: temporaryDirectory() },
  });
  expect(stdout).toContain('"dimensional_coherence":0.99853363');
  expect(stdout).toMatch(/standard +12\.5/i);
  expect(stdout).toContain("1.6471587, 3.8758261, 6.1044934");
  expect(stdout).toContain("bob has 12.5");
});

/** Replaces what differs between runs: ids, confirmation codes, and places in the ledger. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b/g, "<confirmation>")
    .replaceAll(/entry \d+/g, "entry <number>");
}
