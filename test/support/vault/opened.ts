import { onTestFinished } from "vitest";
import { openPassphraseRoot } from "../../../server/modules/vault/passphrase-root.ts";
import type { VaultRecords } from "../../../server/modules/vault/records.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { openVault, type Vault, type VaultOptions } from "../../../server/modules/vault/vault.ts";
import { temporaryDatabase } from "../database/temporary-database.ts";
import { firstStart, passphrase, quickStretching } from "./constants.ts";

/** Returns the place of a sealed value, with the members given by a test. */
export function placeOf(members: Partial<Parameters<Vault["seal"]>[0]> = {}) {
  return { table: "identities", column: "phone", row: "7", identity: "alice", purpose: "profile", ...members };
}

/** Opens a vault on the given records, or on a new database, and closes it after the test. */
export async function openedVault(
  members: Partial<VaultOptions> & { passphrase?: string } = {},
): Promise<Vault & { records: VaultRecords }> {
  const records = members.records ?? storedVaultRecords(await temporaryDatabase());
  const root =
    members.root ?? (await openPassphraseRoot(Buffer.from(members.passphrase ?? passphrase), records, quickStretching));
  const vault = await openVault({ now: () => firstStart, ...members, root, records });
  onTestFinished(() => vault.close());
  return { ...vault, records };
}
