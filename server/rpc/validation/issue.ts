/**
 * Order of the issues of one request; the first one is reported: required members first, then types, then values. Operations
 * check lengths, and then the elements of lists, themselves.
 */
export const phases = { presence: 0, type: 1, range: 2 } as const;

/** One problem of a request. */
export interface Issue {
  readonly phase: (typeof phases)[keyof typeof phases];
  /** Path in the request, such as `data[2]`; empty for the request as a whole. */
  readonly path: string;
  /** One sentence: what is expected. */
  readonly message: string;
  /** Value received; undefined if there was none. */
  readonly provided?: unknown;
  readonly validRange?: readonly [minimum: number, maximum: number];
}

/** Returns what is expected of an invalid value; undefined for a valid one. */
export type Check = (value: unknown) => string | undefined;

/** Returns the path of a member of the object at a path. */
export function memberPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
