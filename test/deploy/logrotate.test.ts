// @module-tag slow/programs

import { execFileSync, spawn } from "node:child_process";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { programEnvironment } from "../support/server.ts";

const env = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` };
const logrotate = "logrotate";

function logrotateProblem(): string | undefined {
  try {
    execFileSync(logrotate, ["--version"], { env, stdio: "ignore" });
    return undefined;
  } catch {
    return "logrotate is not installed";
  }
}

const problem = logrotateProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";

test.skipIf(isSkipped)(
  `a log that is rotated goes on at its beginning${isSkipped ? ` (skipped: ${problem})` : ""}`,
  async () => {
    const folder = temporaryDirectory();
    const [log, config] = [join(folder, "platonic.log"), join(folder, "logrotate")];
    const rule = readFileSync("deploy/logrotate/platonic", "utf8").replaceAll("/var/log/platonic.log", log);
    writeFileSync(config, rule, { mode: 0o600 });
    const child = spawn(process.execPath, ["server/main.ts"], {
      env: { ...programEnvironment, PORT: "0", DATA_DIR: join(folder, "data") },
      stdio: ["ignore", openSync(log, "a"), "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const text = (path: string) => readFileSync(path, "utf8");
    await expect.poll(() => text(log), { timeout: 60_000 }).toContain('"msg":"listening"');
    execFileSync(logrotate, ["--force", "--state", join(folder, "state"), config], { env });
    expect(text(`${log}.1`)).toContain('"msg":"listening"');
    expect(text(log)).toBe("");
    child.kill("SIGHUP");
    await expect.poll(() => text(log)).toMatch(/^\{[^\0]*"msg":"reloaded the configuration"\}\n$/);
  },
);
