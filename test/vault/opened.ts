import { onTestFinished } from "vitest";
import { storedVaultRecords } from "../../server/store/vault.ts";
import { openPassphraseRoot } from "../../server/vault/passphrase-root.ts";
import type { VaultRecords } from "../../server/vault/records.ts";
import { openVault, type Vault, type VaultOptions } from "../../server/vault/vault.ts";
import { temporaryStore } from "../store/temporary-store.ts";
import { firstStart, passphrase, quickStretching } from "./constants.ts";

/** A place of a value, with what matters to a test. */
export function placeOf(members: Partial<Parameters<Vault["seal"]>[0]> = {}) {
  return { table: "identities", column: "phone", row: "7", identity: "alice", purpose: "profile", ...members };
}

/** A vault with records of its own, or on those given. */
export async function openedVault(
  members: Partial<VaultOptions> & { passphrase?: string } = {},
): Promise<Vault & { records: VaultRecords }> {
  const records = members.records ?? storedVaultRecords(await temporaryStore());
  const root =
    members.root ?? (await openPassphraseRoot(Buffer.from(members.passphrase ?? passphrase), records, quickStretching));
  const vault = await openVault({ now: () => firstStart, ...members, root, records });
  onTestFinished(() => vault.close());
  return { ...vault, records };
}
