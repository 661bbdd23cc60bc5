// @module-tag slow/programs

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { mountProblem } from "../support/mount-problem.ts";
import { bundled } from "../support/programs/bundled.ts";
import { operatorKey, programEnvironment } from "../support/server.ts";

/** Starts the service with its log in a pipe or a file. */
function start(log: "pipe" | number) {
  const environment = { PORT: "0", DATA_DIR: temporaryDirectory(), BOOTSTRAP_API_KEY: operatorKey, LOG_LEVEL: "info" };
  const child = spawn(process.execPath, [bundled("server/main.ts")], {
    env: { ...programEnvironment, ...environment },
    stdio: ["ignore", log, "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let told = "";
  child.stderr?.on("data", (chunk) => {
    told += chunk;
  });
  return { child, told: () => told };
}

test("a reader of the log that goes away ends no service, which tells it once", async () => {
  const { child, told } = start("pipe");
  const lines = createInterface(child.stdout as NonNullable<typeof child.stdout>);
  let url = "";
  for await (const line of lines) {
    url = JSON.parse(line).url ?? "";
    if (url !== "") break;
  }
  child.stdout?.destroy();
  const api = new ApiClient({ url });
  for (let round = 0; round < 3; round++) {
    const { identity } = await api.identity();
    expect((await api.call("GET", `/api/identities/${identity.id}`)).status).toBe(200);
  }
  await expect
    .poll(told)
    .toMatch(/^The log cannot be written to standard output \(.*EPIPE.*\); the service continues\.\n$/);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(told().match(/cannot be written/g)).toHaveLength(1);
});

test.skipIf(mountProblem !== undefined)(
  `a full disk under the log ends no service, and the log goes on when there is space${mountProblem === undefined ? "" : ` (skipped: ${mountProblem})`}`,
  async () => {
    const disk = temporaryDirectory();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=0700", "none", disk]);
    onTestFinished(() => void execFileSync("umount", [disk]));
    const log = openSync(join(disk, "log"), "a");
    const { child, told } = start(log);
    closeSync(log);
    await expect.poll(() => urlIn(join(disk, "log"))).not.toBe("");
    const api = new ApiClient({ url: urlIn(join(disk, "log")) });
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, "ballast"), Buffer.alloc(bavail * bsize));
    await expect
      .poll(async () => {
        expect((await api.call("GET", "/api/identities/none")).status).toBe(404);
        return told();
      })
      .toMatch(/^The log cannot be written to standard output \(ENOSPC.*the service continues/);
    rmSync(join(disk, "ballast"));
    await expect
      .poll(async () => {
        await api.call("GET", "/api/identities/none");
        return told();
      })
      .toMatch(/\nThe log is written again; up to \d+ lines of it are lost\.\n$/);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  },
);

/** The address in a log; empty until there is one. */
function urlIn(path: string): string {
  return /"url":"([^"]+)"/.exec(execFileSync("cat", [path], { encoding: "utf8" }))?.[1] ?? "";
}
