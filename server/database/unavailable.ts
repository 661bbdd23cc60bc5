/** The database cannot be reached, or was lost on the way. A later call connects again. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly code = "DATABASE_UNAVAILABLE";
  /** Whether the change may have been stored all the same: the connection was lost while the answer was awaited. */
  readonly mayBeStored: boolean;

  constructor(cause: unknown, mayBeStored = false) {
    super(`The database cannot be reached: ${reasonOf(cause)}${mayBeStored ? "; the change may be stored" : ""}`, {
      cause,
    });
    this.mayBeStored = mayBeStored;
  }
}

/** Whether an error of the driver tells of the connection and not of a statement. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, fatal } = driverErrorOf(error);
  return (code !== undefined && lossCodes.test(code)) || fatal === true;
}

/** What the driver threw, out of what TypeORM wrapped around it. */
export function driverErrorOf(error: unknown): { code?: string; errno?: number; fatal?: boolean; message?: string } {
  return (error as { driverError?: object } | undefined)?.driverError ?? (error as object | undefined) ?? {};
}

const lossCodes = /^(PROTOCOL_|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_|EHOST|ENET|ER_SERVER_SHUTDOWN$|ER_CON_COUNT_)/;

/** An error that gathers those of several addresses has no message of its own. */
function reasonOf(cause: unknown): string {
  const { message, code } = driverErrorOf(cause);
  return message || code || "no reason given";
}
