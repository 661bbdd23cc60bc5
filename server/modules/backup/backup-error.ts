/** Reasons why a backup cannot be made or read. */
export type BackupReason = keyof typeof messages;

/** An error that an operator can act on. Its message quotes no value. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly reason: BackupReason;

  constructor(reason: BackupReason) {
    super(messages[reason]);
    this.reason = reason;
  }
}

const messages = {
  "not-a-backup": "the file is not a backup of this service",
  "newer-format": "the backup was made by a newer version of the service",
  damaged: "the backup is damaged: it was changed or is incomplete",
  "wrong-passphrase": "the passphrase is not the one that the backup was made with",
  "weak-stretching": "the number of PBKDF2 iterations of the backup is outside the accepted range",
  "not-empty": "a backup can be restored into a new or empty folder only",
  "no-vault": "the backup contains no vault",
  closed: "the service is stopping",
} as const;
