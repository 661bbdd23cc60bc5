// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { programEnvironment } from "../support/server.ts";

interface Outputs {
  readonly stdout?: "pipe" | number;
  /** Closes the reading end of standard output at once. */
  readonly isUnread?: boolean;
}

/** Runs a program of the server, and returns its exit status and output. */
async function run(words: readonly string[], env: Record<string, string>, { stdout = "pipe", isUnread }: Outputs = {}) {
  const child = spawn(process.execPath, words, {
    env: { ...programEnvironment, ...env },
    stdio: ["ignore", stdout, "pipe"],
  });
  const ended = once(child, "close");
  if (isUnread) child.stdout?.destroy();
  const [problem] = await Promise.all([text(child.stderr as NonNullable<typeof child.stderr>), ended]);
  return { code: child.exitCode, problem };
}

const programs = [
  ["main", ["server/main.ts"]],
  ["check-config", ["server/check-config.ts"]],
  ["doctor", ["server/doctor.ts"]],
  ["migrate", ["server/migrate.ts"]],
  ["rebuild-ledger", ["server/rebuild-ledger.ts"]],
  ["restore", ["server/restore.ts", "none.backup", "none"]],
  ["change-passphrase", ["server/change-passphrase.ts", "none"]],
  ["support-bundle", ["server/support-bundle.ts", "none.tar.gz", ""]],
] as const;

describe.each(programs)("%s", (_, words) => {
  test.each([
    ["PORT", { PORT: "many" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://a/b" }],
    ["VAULT_PASSPHRASE_FILE names /nowhere", { VAULT_PASSPHRASE_FILE: "/nowhere" }],
    ["SETTINGS_FILE names /nowhere, which cannot be read (ENOENT)", { SETTINGS_FILE: "/nowhere" }],
  ])("ends with status 2 for an invalid %s, which it names, and leaves nothing behind", async (name, env) => {
    const folder = temporaryDirectory();
    const { code, problem } = await run(words, { DATA_DIR: join(folder, "data"), ...env });
    expect([code, problem]).toEqual([2, expect.stringContaining(name)]);
    expect(problem).not.toMatch(/^ {4}at /m);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("a passphrase that cannot be the new one is refused with status 2 and its file's name", async () => {
  const path = join(temporaryDirectory(), "next");
  writeFileSync(path, "short", { mode: 0o600 });
  const { code, problem } = await run(["server/change-passphrase.ts", path], {});
  expect([code, problem]).toEqual([2, expect.stringContaining(`${path} is not usable`)]);
});

test.each([
  ["a full disk", () => ({ stdout: openSync("/dev/full", "w") }), /^The report cannot be written.*ENOSPC/m],
  ["a pipe that nobody reads", () => ({ isUnread: true }), /^$/],
] as const)(
  "a migration whose report goes to %s is done, and ends with status 1 without a stack",
  async (_, to, said) => {
    const DATA_DIR = temporaryDirectory();
    const { code, problem } = await run(["server/migrate.ts"], { DATA_DIR }, to());
    expect([code, problem]).toEqual([1, expect.stringMatching(said)]);
    expect(problem).not.toMatch(/^ {4}at /m);
    expect((await run(["server/migrate.ts"], { DATA_DIR })).code).toBe(0);
  },
);
