/** Why the vault refused. */
export type VaultReason = keyof typeof messages;

/**
 * The only error that the vault itself throws; errors of the database pass through it as they are.
 *
 * It has no cause and quotes no value: whoever probes the vault learns from a refusal nothing but that it was one.
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
  "wrong-root": "the passphrase, or other root secret, is not the one that this vault was made with",
  "weak-root": "the number of PBKDF2 iterations of this vault is outside what is accepted",
  "weak-passphrase": "the passphrase of the vault must have 16 to 4,096 bytes",
  "passphrase-unreadable": "the passphrase file of the vault cannot be read",
  "passphrase-exposed":
    "the passphrase file of the vault must be a file of this user that nobody else may read (chmod 600)",
  refused: "the sealed value cannot be opened",
  "context-invalid": "every part of a vault context must have 1 to 128 printable ASCII characters",
  "key-unknown": "there is no signing key in use with this id",
  contended: "the keys of the vault were changed too often meanwhile; try again",
  closed: "the vault is closed",
} as const;
