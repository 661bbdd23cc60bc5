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

/** A stopped service: a folder with a database of five identities and two backups of it. */
async function stopped() {
  const location = { dataDirectory: temporaryDirectory() };
  const start = Date.now();
  const fixture = await openBackupFixture(location);
  const ids = [];
  for (let index = 0; index < 5; index++) ids.push(await fixture.addIdentity());
  await fixture.close();
  for (const day of [0, 1]) {
    const older = await openBackupFixture(location, { now: () => start + day * dayMs });
    await older.backups.create();
    await older.close();
  }
  return { location, ids, directory: fixture.directory, now: start + 2 * dayMs };
}

it.each(backupSteps)(
  "a backup killed after %s keeps older backups, and the next start removes its partial files",
  async (step) => {
    const { location, directory, now } = await stopped();
    const before = digestsIn(directory);
    expect(before.size).toBe(2);
    expect(await killAt({ step }, { act: "back-up", location, now, retention: 14 })).toBe(true);
    await expectCleanedUp(location, before);
    const isThere = backupSteps.indexOf(step) >= backupSteps.indexOf("named");
    expect(digestsIn(directory).size).toBe(isThere ? 3 : 2);
  },
);

it.each(restoreSteps)("a restore killed after %s leaves no folder or a whole one", async (step) => {
  const { directory: backups, ids } = await stopped();
  const [name] = [...digestsIn(backups).keys()];
  const [path, directory] = [join(backups, name as string), join(temporaryDirectory(), "new")];
  expect(await killAt({ step }, { act: "restore", path, directory })).toBe(true);
  expect(existsSync(directory)).toBe(step === "named");
  const again = { path, directory, passphrase: passphraseBytes(), stretching: quickStretching };
  if (step === "named") await expect(restore(again)).rejects.toMatchObject({ reason: "not-empty" });
  else expect((await restore(again)).problems).toEqual([]);
  await expectRestored(directory, ids);
});

it("an incomplete backup is not listed", async () => {
  const { location, directory, now } = await stopped();
  await killAt({ step: "synced" }, { act: "back-up", location, now, retention: 14 });
  expect(readdirSync(directory).filter((name) => name.endsWith(".partial"))).toHaveLength(1);
  const fixture = await openBackupFixture(location, { directory: join(location.dataDirectory, "elsewhere") });
  await fixture.close();
  const other = await openBackupFixture(location);
  const listed = await other.backups.list();
  await other.close();
  expect(listed).toHaveLength(2);
  for (const { name } of listed) await expectWhole(join(directory, name));
});
