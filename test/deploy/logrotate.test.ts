// @module-tag slow/programs

import { spawn } from "node:child_process";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { programEnvironment } from "../support/server.ts";
import { logrotateProblem, rotate, ruleFor } from "./logrotate-run.ts";

const isSkipped = logrotateProblem !== undefined && process.env["CI"] !== "true";

test.skipIf(isSkipped)(
  `a log that is rotated goes on at its beginning${isSkipped ? ` (skipped: ${logrotateProblem})` : ""}`,
  async () => {
    const folder = temporaryDirectory();
    const [log, config] = [join(folder, "platonic.log"), join(folder, "logrotate")];
    writeFileSync(config, ruleFor(log), { mode: 0o600 });
    const child = spawn(process.execPath, ["server/main.ts"], {
      env: { ...programEnvironment, PORT: "0", DATA_DIR: join(folder, "data") },
      stdio: ["ignore", openSync(log, "a"), "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const text = (path: string) => readFileSync(path, "utf8");
    await expect.poll(() => text(log)).toContain('"msg":"listening"');
    rotate(config, join(folder, "state"));
    expect(text(`${log}.1`)).toContain('"msg":"listening"');
    expect(text(log)).toBe("");
    child.kill("SIGHUP");
    await expect.poll(() => text(log)).toMatch(/^\{[^\0]*"msg":"reloaded the configuration"\}\n$/);
  },
);
