// @module-tag slow/programs

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";

/** Statuses of PAM. */
const [serviceUnavailable, unknownUser] = [9, 10];

/** Runs the program as pam_exec(8) does, with its report in a file. */
function status(report: string, env: Record<string, string>, ...words: string[]): number | null {
  const line = `"${process.execPath}" clients/host/pam.ts ${words.join(" ")} 2>${report}`;
  return spawnSync("/bin/sh", ["-c", line], { env, input: "token\n" }).status;
}

test.runIf(existsSync("/dev/full")).each(["/dev/null", "/dev/full"])(
  "the program for PAM lets nobody in, and has the status of the reason, with its report in %s",
  (report) => {
    expect(status(report, { PAM_USER: "nobody-of-this-name" }, "/nowhere")).toBe(unknownUser);
    expect(status(report, {}, "/nowhere")).toBe(serviceUnavailable);
    expect(status(report, { PAM_USER: "ada" })).toBe(serviceUnavailable);
  },
);
