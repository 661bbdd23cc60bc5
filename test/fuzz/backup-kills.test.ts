// @module-tag slow/kills

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { digestsIn, expectCleanedUp, expectRestored, expectWhole } from "../modules/backup/aftermath.ts";
import { openBackupFixture, passphraseBytes, restore } from "../modules/backup/backup-fixture.ts";
import { killAt } from "../modules/backup/kill-at.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { Random } from "../support/laws/random.ts";
import { fuzzSeed as seed } from "../support/laws/seed.ts";
import { quickStretching } from "../support/vault/constants.ts";

/** Number of processes killed in each test. */
const kills = Number(process.env["FUZZ_KILLS"] ?? 5);
const dayMs = 86_400_000;
/** Longest delay of a kill, in ms: longer than the work takes, so that some processes finish. */
const longestMs = 1_000;
const random = new Random(seed);

async function createBackup() {
  const location = { dataDirectory: temporaryDirectory() };
  const fixture = await openBackupFixture(location);
  const ids = [];
  for (let index = 0; index < 200; index++) ids.push(await fixture.addIdentity());
  const { name } = await fixture.backups.create();
  await fixture.close();
  return { location, ids, directory: fixture.directory, path: join(fixture.directory, name) };
}

it(
  `${kills} backups killed at any time leave earlier backups intact, and the next start removes partial ones (FUZZ_SEED=${seed})`,
  async () => {
    const { location, directory } = await createBackup();
    for (let kill = 1; kill <= kills; kill++) {
      const before = digestsIn(directory);
      const now = Date.now() + kill * dayMs;
      await killAt({ afterMs: random.next() * longestMs }, { act: "back-up", location, now, retention: 10_000 });
      await expectCleanedUp(location, before);
    }
  },
  1_800_000 + kills * 20_000,
);

it.each(["new", "empty"])(
  `${kills} restores into a folder that is %s, killed at any time, leave either no data or all of them (FUZZ_SEED=${seed})`,
  async (kind) => {
    const { path, ids } = await createBackup();
    for (let kill = 1; kill <= kills; kill++) {
      const directory = kind === "new" ? join(temporaryDirectory(), "new") : temporaryDirectory();
      await killAt({ afterMs: random.next() * longestMs }, { act: "restore", path, directory });
      const options = { path, directory, passphrase: passphraseBytes(), stretching: quickStretching };
      const isThere = existsSync(kind === "new" ? directory : join(directory, "platonic.sqlite"));
      if (isThere) await expect(restore(options)).rejects.toMatchObject({ reason: "not-empty" });
      else await restore(options);
      await expectRestored(directory, ids);
      await expectWhole(path);
    }
  },
  1_800_000 + kills * 20_000,
);
