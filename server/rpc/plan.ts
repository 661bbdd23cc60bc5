/** What the owner of a key or token may use up. */
export interface Plan {
  readonly name: string;
  /** Calls in a window of one minute, at least 1. */
  readonly requestsPerMinute: number;
  /** Calls under way at the same time, at least 1. */
  readonly concurrentRequests: number;
}
