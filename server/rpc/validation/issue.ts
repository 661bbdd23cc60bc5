/**
 * In which order problems of one request are reported. The first kind found decides the answer: whether everything
 * needed is there, then whether it has the right type, then whether single values are legal. Lengths, and then the
 * elements of lists, are checked by the operation itself.
 */
export const phases = { presence: 0, type: 1, range: 2 } as const;

/** One thing that is wrong with a request. */
export interface Issue {
  readonly phase: (typeof phases)[keyof typeof phases];
  /** Path in the request's own spelling, such as `data[2]`; empty for the request as a whole. */
  readonly path: string;
  /** One sentence: what is expected. */
  readonly message: string;
  /** The value received; undefined when none was. */
  readonly provided?: unknown;
  readonly validRange?: readonly [minimum: number, maximum: number];
}

/** The path of a member of the thing at a path. */
export function memberPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
