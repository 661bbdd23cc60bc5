import { serviceSecretRows } from "./service-secret-row.ts";
import { vaultDataKeyRows } from "./vault-data-key-row.ts";
import { vaultKeyEncryptionKeyRows } from "./vault-key-encryption-key-row.ts";
import { vaultRootRows } from "./vault-root-row.ts";
import { vaultSigningKeyRows } from "./vault-signing-key-row.ts";

/** The tables of the vault. */
export const vaultTables = [
  vaultRootRows,
  vaultKeyEncryptionKeyRows,
  vaultDataKeyRows,
  vaultSigningKeyRows,
  serviceSecretRows,
];
