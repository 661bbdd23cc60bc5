/** The parts of every request to the ledger. */
export interface RequestKey {
  /** UUID; makes the request idempotent permanently. */
  readonly id: string;
  readonly owner: string;
}
