// @module-tag slow/kills

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { digestsIn, expectCleanedUp, expectRestored, expectWhole } from "../modules/backup/aftermath.ts";
import { openBackupFixture, passphraseBytes, restore } from "../modules/backup/backup-fixture.ts";
import { killAt } from "../modules/backup/kill-at.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { quickStretching } from "../support/vault/constants.ts";

/** How many processes are killed in each test. */
const kills = Number(process.env["FUZZ_KILLS"] ?? 5);
const dayMs = 86_400_000;
/** Longer than the work takes, so that some come to the end. */
const longestMs = 1_000;

async function filled() {
  const location = { dataDirectory: temporaryDirectory() };
  const scene = await openBackupFixture(location);
  const ids = [];
  for (let index = 0; index < 200; index++) ids.push(await scene.addIdentity());
  const { name } = await scene.backups.create();
  await scene.close();
  return { location, ids, directory: scene.directory, path: join(scene.directory, name) };
}

it(
  `${kills} backups killed at any time leave what was there before, and the next start nothing half`,
  async () => {
    const { location, directory } = await filled();
    for (let kill = 1; kill <= kills; kill++) {
      const before = digestsIn(directory);
      const now = Date.now() + kill * dayMs;
      await killAt({ afterMs: Math.random() * longestMs }, { act: "back-up", location, now, retention: 10_000 });
      await expectCleanedUp(location, before);
    }
  },
  60_000 + kills * 20_000,
);

it(
  `${kills} restores killed at any time leave no folder or a whole one`,
  async () => {
    const { path, ids } = await filled();
    for (let kill = 1; kill <= kills; kill++) {
      const directory = join(temporaryDirectory(), "new");
      await killAt({ afterMs: Math.random() * longestMs }, { act: "restore", path, directory });
      const again = { path, directory, passphrase: passphraseBytes(), stretching: quickStretching };
      if (existsSync(directory)) await expect(restore(again)).rejects.toMatchObject({ reason: "not-empty" });
      else await restore(again);
      await expectRestored(directory, ids);
      await expectWhole(path);
    }
  },
  60_000 + kills * 20_000,
);
