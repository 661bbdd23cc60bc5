// @module-tag slow/programs

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastHookSuccess, openHook } from "../../server/modules/backup/hook.ts";
import { openBackupFixture } from "../modules/backup/backup-fixture.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { skippedWithout } from "./skipped.ts";

/** Makes two backups, and runs a hook of `deploy/backup` for each. Returns what it logged as errors. */
async function copyTwo(name: string, environment: NodeJS.ProcessEnv) {
  const place = temporaryDirectory();
  const directory = join(place, "backups");
  const errors: object[] = [];
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) };
  const program = resolve("deploy/backup", name);
  const timed = { timeoutMs: 120_000, now: Date.now, pause: async () => false };
  const hook = openHook({ program, environment, directory, log, ...timed });
  const copied: Promise<void>[] = [];
  const fixture = await openBackupFixture(
    { dataDirectory: join(place, "data") },
    { directory, onGood: (backup) => void copied.push(hook.run(backup)) },
  );
  onTestFinished(() => fixture.close());
  const first = await fixture.backups.create();
  const second = await fixture.backups.create();
  await Promise.all(copied);
  return { directory, hook, errors, names: [first.name, second.name] as const };
}

const resticProgram = "restic";
const restic = skippedWithout(resticProgram);
test.skipIf(restic.isSkipped)(`the hook for restic copies each backup${restic.why}`, async () => {
  const place = temporaryDirectory();
  const passwordFile = join(place, "password");
  writeFileSync(passwordFile, "a password of the repository", { mode: 0o600 });
  const settings = { RESTIC_REPOSITORY: join(place, "repository"), RESTIC_PASSWORD_FILE: passwordFile };
  const environment = { PATH: process.env["PATH"], KEEP_DAILY: "1", KEEP_MONTHLY: "1", ...settings };
  const run = (...words: string[]) =>
    execFileSync(resticProgram, ["--no-cache", ...words], { env: environment, encoding: "utf8" });
  run("init");

  const { directory, errors, names } = await copyTwo("restic-hook", environment);

  const [, name] = names;
  expect(errors).toEqual([]);
  expect(await lastHookSuccess(directory)).toMatchObject({ name });
  // One a day is kept, so the second of this day has replaced the first.
  const [snapshot, ...more] = JSON.parse(run("snapshots", "--json")) as { paths: string[] }[];
  expect([snapshot?.paths, more]).toEqual([[join(directory, name)], []]);
  run("restore", "latest", "--target", join(place, "back"));
  expect(readFileSync(join(place, "back", directory, name))).toEqual(readFileSync(join(directory, name)));
});

const rclone = skippedWithout("rclone");
test.skipIf(rclone.isSkipped)(
  `the hook for rclone copies each backup, removes old ones, and overwrites none${rclone.why}`,
  async () => {
    const place = temporaryDirectory();
    const [store, config] = [join(place, "store"), join(place, "rclone.conf")];
    mkdirSync(store);
    writeFileSync(config, "[store]\ntype = local\n");
    const [old, foreign] = ["platonic-20200101T000000.000Z-0a1b2c3d.backup", "notes.txt"];
    for (const name of [old, foreign]) {
      writeFileSync(join(store, name), "old");
      utimesSync(join(store, name), 0, 0);
    }
    const environment = { PATH: process.env["PATH"], RCLONE_CONFIG: config, RCLONE_DESTINATION: `store:${store}` };

    const { directory, hook, errors, names } = await copyTwo("rclone-hook", environment);

    expect(errors).toEqual([]);
    expect(readdirSync(store).sort()).toEqual([...names, foreign].sort());
    for (const name of names) expect(readFileSync(join(store, name))).toEqual(readFileSync(join(directory, name)));
    const [name] = names;
    writeFileSync(join(store, name), "of somebody else");
    await hook.run({ name, path: join(directory, name) });
    expect(errors).toMatchObject([{ problem: expect.stringContaining("status"), name }]);
    expect(readFileSync(join(store, name), "utf8")).toBe("of somebody else");
  },
);
