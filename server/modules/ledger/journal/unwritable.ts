import { DatabaseUnavailable } from "../../../database/unavailable.ts";

/**
 * The journal cannot be written. Results that were not kept must not be acknowledged, although the database may have
 * stored them.
 */
export class JournalUnwritable extends DatabaseUnavailable {
  override readonly outage = "the journal of the ledger cannot be written";

  constructor(folder: string, cause: unknown, mayBeStored: boolean) {
    super(cause, mayBeStored);
    const consequence = mayBeStored ? "; the change may be stored" : "";
    this.message =
      `The journal of acknowledgements in ${folder} cannot be written: ${(cause as Error).message}${consequence}. ` +
      "Free space on its disk, or make the folder writable.";
  }
}
