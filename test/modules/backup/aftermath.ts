import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { DatabaseLocation } from "../../../server/database/source.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { quickStretching } from "../../support/vault/constants.ts";
import { openBackupFixture, passphraseBytes, restoreTest } from "./backup-fixture.ts";

/** SHA-256 digests of the backups in a folder, by name. */
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

/** Checks the next start: no partial files are left, listed backups are whole, and older ones are unchanged. */
export async function expectCleanedUp(location: DatabaseLocation, before: ReadonlyMap<string, string>): Promise<void> {
  const fixture = await openBackupFixture(location);
  try {
    expect(readdirSync(location.dataDirectory).filter((name) => name.startsWith(".backup-work"))).toEqual([]);
    expect(readdirSync(fixture.directory).filter((name) => !name.endsWith(".backup"))).toEqual([]);
    const after = digestsIn(fixture.directory);
    for (const [name, digest] of before) expect(after.get(name)).toBe(digest);
    for (const { name } of await fixture.backups.list()) {
      if (!before.has(name)) await expectWhole(join(fixture.directory, name));
    }
  } finally {
    await fixture.close();
  }
}

export async function expectWhole(path: string): Promise<void> {
  const parts = { path, folder: temporaryDirectory(), readPassphrase: passphraseBytes, stretching: quickStretching };
  expect((await restoreTest(parts, new AbortController().signal)).problems).toEqual([]);
}

/** Checks a restore that was killed and repeated: the folder is whole, and no partial folder is beside or in it. */
export async function expectRestored(directory: string, ids: readonly string[]): Promise<void> {
  expect(readdirSync(dirname(directory)).filter((name) => name.includes(".restoring-"))).toEqual([]);
  const fixture = await openBackupFixture({ dataDirectory: directory });
  try {
    const rows = (await fixture.database.manager.query("SELECT id FROM identities")) as { id: string }[];
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(readdirSync(directory).filter((name) => name.includes(".restoring-"))).toEqual([]);
  } finally {
    await fixture.close();
  }
}
