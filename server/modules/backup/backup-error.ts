/** Why a backup cannot be made, or not be read. */
export type BackupReason = keyof typeof messages;

/** What people can act on: its message is for them, and quotes no value. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly reason: BackupReason;

  constructor(reason: BackupReason) {
    super(messages[reason]);
    this.reason = reason;
  }
}

const messages = {
  "not-a-backup": "the file is no backup of this service",
  "newer-format": "the backup was made by a newer version of the service",
  damaged: "the backup is damaged: it was changed, or it is not complete",
  "wrong-passphrase": "the passphrase is not the one that the backup was made with",
  "weak-stretching": "the number of PBKDF2 iterations of the backup is outside what is accepted",
  "not-empty": "a backup is restored into a folder that is new or empty only",
  "no-rows": "a backup of SQLite is restored into a folder: name one, and leave out DATABASE_URL",
  "no-vault": "the backup holds no vault",
  closed: "the service is being stopped",
} as const;
