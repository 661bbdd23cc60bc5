/** Port: whether the backend of the calls is overloaded. */
export interface Pressure {
  readonly isHigh: boolean;
  /** Resolves when the load has fallen. */
  relieved(): Promise<void>;
}
