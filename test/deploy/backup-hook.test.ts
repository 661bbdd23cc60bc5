// @module-tag slow/programs

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastHookSuccess, openHook } from "../../server/modules/backup/hook.ts";
import { openBackupFixture } from "../modules/backup/backup-fixture.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";

const restic = "restic";

function resticProblem(): string | undefined {
  try {
    execFileSync(restic, ["version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "restic is not installed";
  }
}

const problem = resticProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";

test.skipIf(isSkipped)(
  `the hook for restic copies each backup${isSkipped ? ` (skipped: ${problem})` : ""}`,
  async () => {
    const place = temporaryDirectory();
    const passwordFile = join(place, "password");
    writeFileSync(passwordFile, "a password of the repository", { mode: 0o600 });
    const settings = { RESTIC_REPOSITORY: join(place, "repository"), RESTIC_PASSWORD_FILE: passwordFile };
    const environment = { PATH: process.env["PATH"], KEEP_DAILY: "1", KEEP_MONTHLY: "1", ...settings };
    const run = (...words: string[]) =>
      execFileSync(restic, ["--no-cache", ...words], { env: environment, encoding: "utf8" });
    run("init");

    const logged: object[] = [];
    const log = { info: () => undefined, error: (facts: object) => void logged.push(facts) };
    const directory = join(place, "backups");
    const program = resolve("deploy/backup/restic-hook");
    const hook = openHook({ program, timeoutMs: 120_000, environment, directory, now: Date.now, log });
    const copied: Promise<void>[] = [];
    const fixture = await openBackupFixture(
      { dataDirectory: join(place, "data") },
      { directory, onGood: (backup) => void copied.push(hook.run(backup)) },
    );
    onTestFinished(() => fixture.close());
    await fixture.backups.create();
    const { name } = await fixture.backups.create();
    await Promise.all(copied);

    expect(logged).toEqual([]);
    expect(await lastHookSuccess(directory)).toMatchObject({ name });
    // One a day is kept, so the second of this day has replaced the first.
    const [snapshot, ...more] = JSON.parse(run("snapshots", "--json")) as { paths: string[] }[];
    expect([snapshot?.paths, more]).toEqual([[join(directory, name)], []]);
    run("restore", "latest", "--target", join(place, "back"));
    expect(readFileSync(join(place, "back", directory, name))).toEqual(readFileSync(join(directory, name)));
  },
);
