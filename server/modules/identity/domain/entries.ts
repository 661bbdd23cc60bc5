/** Value of one entry of a profile or of metadata. */
export type Scalar = string | number | boolean | null;

/** Entries of a profile or of metadata, by name. */
export interface Entries {
  readonly [name: string]: Scalar;
}
