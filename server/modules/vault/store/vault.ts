import type { Database } from "../../../database/source.ts";
import type { VaultRecords } from "../records.ts";
import { storedDataKeys } from "./data-keys.ts";
import { storedKeyEncryptionKeys } from "./key-encryption-keys.ts";
import { storedRoot } from "./root.ts";
import { storedSigningKeys } from "./signing-keys.ts";

/** The records of the vault in a database. */
export function storedVaultRecords(database: Database): VaultRecords {
  return {
    ...storedRoot(database),
    ...storedKeyEncryptionKeys(database),
    ...storedDataKeys(database),
    ...storedSigningKeys(database),
  };
}
