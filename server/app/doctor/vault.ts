import type { Database } from "../../database/source.ts";
import {
  checkRoot,
  developmentPassphrasePath,
  openPassphraseRoot,
  readPassphrase,
  type Stretching,
  storedVaultRecords,
  VaultError,
} from "../../modules/vault/index.ts";
import type { Config } from "../config.ts";
import { type Finding, findings } from "./finding.ts";

const of = findings("vault");

/** Tries whether the passphrase opens the vault. */
export async function lookAtVault(
  { vault, database: { dataDirectory }, development }: Config,
  database: Database,
  stretching: Stretching,
): Promise<readonly Finding[]> {
  const records = storedVaultRecords(database);
  if ((await records.root())?.check === undefined) return [of.ok("there is none yet; the first start makes it")];
  const path = vault.passphraseFile ?? developmentPassphrasePath(dataDirectory);
  try {
    await checkRoot(await openPassphraseRoot(readPassphrase(path), records, stretching), records);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const advice = "set VAULT_PASSPHRASE_FILE to the file with the passphrase, readable by this user alone";
    return [of.failed(`${path} does not open it: ${error.message}`, advice)];
  }
  if (vault.passphraseFile !== undefined || development.isOn) return [of.ok(`${path} opens it`)];
  const message = `${path} opens it, and lies with the data: a copy of the folder has both`;
  return [of.warning(message, "move the passphrase elsewhere, and set VAULT_PASSPHRASE_FILE")];
}
