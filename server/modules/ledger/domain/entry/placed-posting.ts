/** A posting of one account, with its position in the ledger. */
export interface PlacedPosting {
  readonly sequence: number;
  readonly leg: number;
  /** Kind of the entry. */
  readonly kind: number;
  readonly amount: bigint;
  /** Balance of the account after the posting, as it is stored; null in rows of earlier versions. */
  readonly balance?: bigint | null;
}
