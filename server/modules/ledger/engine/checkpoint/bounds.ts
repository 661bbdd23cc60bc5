/** Bounds of what a ledger keeps in memory. */
export interface LedgerBounds {
  /** Entries within which the row of each changed account is written. More cost memory and the start, fewer cost writes. */
  readonly checkpointEntries: number;
  /** Most wallets, and most accounts of an asset, that are kept for the next batches on SQLite. */
  readonly cachedAccounts: number;
}

export const usualBounds: LedgerBounds = { checkpointEntries: 65_536, cachedAccounts: 100_000 };

/** Completes bounds with the usual ones. */
export function boundsFrom(given: Partial<LedgerBounds>): LedgerBounds {
  const { checkpointEntries = usualBounds.checkpointEntries, cachedAccounts = usualBounds.cachedAccounts } = given;
  return { checkpointEntries, cachedAccounts };
}
