// @module-tag slow/kills

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import { digestsIn, expectCleanedUp, expectRestored, expectWhole } from "./aftermath.ts";
import { openBackupFixture, passphraseBytes, restore } from "./backup-fixture.ts";
import { backupSteps, killAt, restoreSteps } from "./kill-at.ts";

const dayMs = 86_400_000;

/** A folder with a database of some identities and two backups of it, whose service is not running. */
async function stopped() {
  const location = { dataDirectory: temporaryDirectory() };
  const start = Date.now();
  const scene = await openBackupFixture(location);
  const ids = [];
  for (let index = 0; index < 5; index++) ids.push(await scene.addIdentity());
  await scene.close();
  for (const day of [0, 1]) {
    const older = await openBackupFixture(location, { now: () => start + day * dayMs });
    await older.backups.create();
    await older.close();
  }
  return { location, ids, directory: scene.directory, now: start + 2 * dayMs };
}

it.each(backupSteps)(
  "killed when a backup has come to %s, it leaves the older ones, and the next start nothing else",
  async (step) => {
    const { location, directory, now } = await stopped();
    const before = digestsIn(directory);
    expect(before.size).toBe(2);
    expect(await killAt({ step }, { act: "back-up", location, now, retention: 14 })).toBe(true);
    await expectCleanedUp(location, before);
    const isThere = backupSteps.indexOf(step) >= backupSteps.indexOf("named");
    expect(digestsIn(directory).size).toBe(isThere ? 3 : 2);
  },
  60_000,
);

it.each(restoreSteps)(
  "killed when a restore has come to %s, it leaves no folder or a whole one",
  async (step) => {
    const { directory: backups, ids } = await stopped();
    const [name] = [...digestsIn(backups).keys()];
    const [path, directory] = [join(backups, name as string), join(temporaryDirectory(), "new")];
    expect(await killAt({ step }, { act: "restore", path, directory })).toBe(true);
    expect(existsSync(directory)).toBe(step === "named");
    const again = { path, directory, passphrase: passphraseBytes(), stretching: quickStretching };
    if (step === "named") await expect(restore(again)).rejects.toMatchObject({ reason: "not-empty" });
    else expect((await restore(again)).problems).toEqual([]);
    await expectRestored(directory, ids);
  },
  60_000,
);

it("a backup that is not written to its end is not listed", async () => {
  const { location, directory, now } = await stopped();
  await killAt({ step: "synced" }, { act: "back-up", location, now, retention: 14 });
  expect(readdirSync(directory).filter((name) => name.endsWith(".partial"))).toHaveLength(1);
  const scene = await openBackupFixture(location, { directory: join(location.dataDirectory, "elsewhere") });
  await scene.close();
  const other = await openBackupFixture(location);
  const listed = await other.backups.list();
  await other.close();
  expect(listed).toHaveLength(2);
  for (const { name } of listed) await expectWhole(join(directory, name));
}, 60_000);
