/** Reasons of vault errors. */
export type VaultReason = keyof typeof messages;

/**
 * The only error that the vault itself throws; errors of the database pass through unchanged.
 *
 * It has no cause and quotes no value, so that a refusal reveals nothing to a caller who probes the vault.
 */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly reason: VaultReason;

  constructor(reason: VaultReason) {
    super(messages[reason]);
    this.reason = reason;
  }
}

const messages = {
  "wrong-root": "the passphrase, or other root secret, is not that of this vault",
  "root-changed":
    "the passphrase of the vault was changed while this process was running; restart it with the new passphrase",
  "same-passphrase": "the new passphrase is the one that the vault has already",
  "weak-root": "the number of PBKDF2 iterations of this vault is outside the accepted range",
  "weak-passphrase": "the passphrase of the vault must have 16 to 4,096 bytes",
  "passphrase-unreadable": "the passphrase file of the vault cannot be read",
  "passphrase-exposed":
    "the passphrase file of the vault must belong to this user and be unreadable for others (chmod 600)",
  refused: "the sealed value cannot be opened",
  "context-invalid": "every part of a vault context must have 1 to 128 printable ASCII characters",
  "key-unknown": "there is no signing key in use with this id",
  contended: "the keys of the vault were changed concurrently too often; try again",
  closed: "the vault is closed",
} as const;
