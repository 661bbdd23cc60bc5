/** Result of a measurement other than a throughput contest, ready to be printed. */
export interface Finding {
  readonly title: string;
  /** Description of the method. */
  readonly how: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
}

/** A figure compared with its target. */
export interface Verdict {
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly isReached: boolean;
  /** Whether some rounds contradict the median. */
  readonly isUncertain: boolean;
}
