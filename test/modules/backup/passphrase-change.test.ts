import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { changePassphrase } from "../../../server/modules/vault/passphrase-change.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { onEveryDatabase } from "../../support/database/databases.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { passphrase, quickStretching as stretching } from "../../support/vault/constants.ts";
import { openBackupFixture, passphraseBytes, restore } from "./backup-fixture.ts";

const another = "another passphrase of the vault";

onEveryDatabase("backups around a change of the passphrase", (engine) => {
  it("are each restored by the passphrase of their time, and by no other", async () => {
    const location = await engine.createForTest();
    const before = await openBackupFixture(location);
    await before.addIdentity();
    const older = join(before.directory, (await before.backups.create()).name);
    const records = storedVaultRecords(before.database);
    const [present, next] = [passphraseBytes(), passphraseBytes(another)];
    await changePassphrase({ present, next, records, stretching, prepare: async () => {} });
    await before.close();
    const after = await openBackupFixture(location, { passphrase: another });
    onTestFinished(() => after.close());
    const newer = join(after.directory, (await after.backups.create()).name);
    for (const [path, own, other] of [
      [older, passphrase, another],
      [newer, another, passphrase],
    ] as const) {
      const restoring = (words: string) =>
        restore({ path, passphrase: passphraseBytes(words), stretching, directory: join(temporaryDirectory(), "new") });
      await expect(restoring(other)).rejects.toMatchObject({ reason: "wrong-passphrase" });
      const { counts, problems } = await restoring(own);
      expect(problems).toEqual([]);
      expect(counts).toContainEqual({ what: "opened of vault_signing_keys.sealed_private_key", number: 1 });
    }
  });
});
