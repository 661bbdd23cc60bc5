import { z } from "zod";
import { settings } from "../../core/config/settings.ts";
import { readPassphrase } from "./passphrase-file.ts";
import { requireStrong } from "./passphrase-root.ts";

const passphraseFile = z
  .string()
  .superRefine((path, context) => {
    const message = passphraseFlaw(path);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .meta({ form: "the path of a file that only this user can read" });

/** Settings of the vault. */
export const vaultSettings = settings({
  variables: {
    VAULT_PASSPHRASE_FILE: passphraseFile
      .optional()
      .describe("File with the vault's passphrase; without it one is made in `DATA_DIR`, for development"),
  },
  read: (read) => ({
    /** Path of the file with the vault's passphrase; undefined: one is created in the data directory. */
    passphraseFile: read.VAULT_PASSPHRASE_FILE,
  }),
});

/**
 * Returns the flaw of a passphrase file; checked before anything is opened, so that a refused start leaves nothing
 * behind.
 */
function passphraseFlaw(path: string): string | undefined {
  try {
    const passphrase = readPassphrase(path);
    try {
      requireStrong(passphrase);
    } finally {
      passphrase.fill(0);
    }
  } catch (error) {
    return `names ${path}: ${(error as Error).message}`;
  }
  return undefined;
}
