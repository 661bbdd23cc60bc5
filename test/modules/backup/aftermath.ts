import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import { openBackupFixture, passphraseBytes, restoreTest } from "./backup-fixture.ts";

/** The backups of a folder by their names, with what tells whether they were changed. */
export function digestsIn(directory: string): Map<string, string> {
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".backup")) : [];
  return new Map(
    names.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(directory, name)))
        .digest("hex"),
    ]),
  );
}

/** The next start: nothing half is left, what is listed is whole, and the older backups are as they were. */
export async function expectCleanedUp(location: DatabaseLocation, before: ReadonlyMap<string, string>): Promise<void> {
  const scene = await openBackupFixture(location);
  try {
    expect(readdirSync(location.dataDirectory).filter((name) => name.startsWith(".backup-work"))).toEqual([]);
    expect(readdirSync(scene.directory).filter((name) => !name.endsWith(".backup"))).toEqual([]);
    const after = digestsIn(scene.directory);
    for (const [name, digest] of before) expect(after.get(name)).toBe(digest);
    for (const { name } of await scene.backups.list()) {
      if (!before.has(name)) await expectWhole(join(scene.directory, name));
    }
  } finally {
    await scene.close();
  }
}

export async function expectWhole(path: string): Promise<void> {
  const parts = { path, folder: temporaryDirectory(), readPassphrase: passphraseBytes, stretching: quickStretching };
  expect((await restoreTest(parts, new AbortController().signal)).problems).toEqual([]);
}

/** After a restore was killed and done again: the folder is whole, and nothing half is beside it. */
export async function expectRestored(directory: string, ids: readonly string[]): Promise<void> {
  expect(readdirSync(dirname(directory)).filter((name) => name.includes(".restoring-"))).toEqual([]);
  const scene = await openBackupFixture({ dataDirectory: directory });
  try {
    const rows = (await scene.database.manager.query("SELECT id FROM identities")) as { id: string }[];
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
  } finally {
    await scene.close();
  }
}
