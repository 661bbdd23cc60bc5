// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

/** A program that tells the URL of each module that the main thread loads, once. */
const tells = `import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";
if (isMainThread) registerHooks({ load(url, context, next) { console.error("loaded " + url); return next(url, context); } });`;

/** Starts the service until it listens; returns the packages that it has loaded. */
async function packagesOf(environment: Record<string, string>): Promise<ReadonlySet<string>> {
  const service = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(tells)}`, "server/main.ts"],
    { env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: temporaryDirectory(), ...environment } },
  );
  onTestFinished(() => void service.kill("SIGKILL"));
  const loaded = new Set<string>();
  createInterface(service.stderr).on("line", (line) => {
    const [, name] = /^loaded .*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line) ?? [];
    if (name !== undefined) loaded.add(name);
  });
  for await (const line of createInterface(service.stdout)) {
    if (line.includes('"msg":"listening"')) break;
  }
  service.kill("SIGTERM");
  await once(service, "close");
  return loaded;
}

test("a start on SQLite loads no package that its settings do not ask for", async () => {
  const loaded = await packagesOf({});
  expect(loaded).toContain("better-sqlite3");
  const unused = ["mysql2", "undici", "nodemailer", "@simplewebauthn/server", "@opentelemetry/sdk-metrics", "koffi"];
  expect(unused.filter((name) => loaded.has(name))).toEqual([]);
});
