/** What one measurement that is not a contest of throughput has found, ready to be shown. */
export interface Finding {
  readonly title: string;
  /** How it was measured, in a sentence or more. */
  readonly how: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
}

/** Whether something is as it should be. */
export interface Verdict {
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly isReached: boolean;
  /** Whether some rounds say otherwise than the median. */
  readonly isUncertain: boolean;
}
