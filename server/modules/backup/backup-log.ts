/** Log of the backups that nobody has asked for, and of what follows backups. */
export interface BackupLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
