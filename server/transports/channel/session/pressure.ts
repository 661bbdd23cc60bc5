/** Port: whether what stands behind the calls has too much to do. */
export interface Pressure {
  readonly isHigh: boolean;
  /** Resolves when some of it is done. */
  relieved(): Promise<void>;
}
