import { readableFile } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Settings of the vault. */
export const vaultSettings = settings({
  variables: {
    VAULT_PASSPHRASE_FILE: readableFile
      .optional()
      .describe("File with the vault's passphrase; without it one is made in `DATA_DIR`, for development"),
  },
  read: (read) => ({
    /** Path of the file with the vault's passphrase; undefined: one is created in the data directory. */
    passphraseFile: read.VAULT_PASSPHRASE_FILE,
  }),
});
