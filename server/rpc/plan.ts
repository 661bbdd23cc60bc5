/** Limits of the owner of a key or token. */
export interface Plan {
  readonly name: string;
  /** Calls in a window of one minute, at least 1. */
  readonly requestsPerMinute: number;
  /** Concurrent calls, at least 1. */
  readonly concurrentRequests: number;
}
