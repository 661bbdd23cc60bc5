// @module-tag slow/programs

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { operatorKey } from "../support/server.ts";
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

/** Replaces what differs between runs: ids, confirmation codes, and places in the ledger. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b/g, "<confirmation>")
    .replaceAll(/entry \d+/g, "entry <number>");
}
