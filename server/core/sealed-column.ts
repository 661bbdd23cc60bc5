/** The place of a sealed value, which cannot be opened elsewhere. Each part has 1 to 128 printable ASCII characters. */
export interface SealedContext {
  readonly table: string;
  readonly column: string;
  /** Identifies the row within its table. */
  readonly row: string;
  /** Id of the identity that the value belongs to. */
  readonly identity: string;
  /** Purpose of the value. Values of one identity and purpose share a data key. */
  readonly purpose: string;
}

/** Port: seals values, each for one context. */
export interface Sealer {
  seal(context: SealedContext, bytes: Uint8Array): Promise<Uint8Array>;
  /** Rejects when the bytes were not sealed for this context, or were changed. */
  open(context: SealedContext, sealed: Uint8Array): Promise<Uint8Array>;
}

/** A column whose values are sealed. Every writer, reader and restore test takes its contexts from here. */
export interface SealedColumn<Key extends string = string> {
  readonly table: string;
  readonly column: string;
  /** Columns that determine the context of a value. */
  readonly key: readonly Key[];
  /** Context of the value in the row with this key. */
  context(key: Readonly<Record<Key, string | number>>): SealedContext;
}

/** Declares a sealed column. */
export function sealedColumn<Key extends string>(
  table: string,
  column: string,
  key: readonly Key[],
  place: (key: Readonly<Record<Key, string | number>>) => Record<"row" | "identity" | "purpose", string | number>,
): SealedColumn<Key> {
  return {
    table,
    column,
    key,
    context(values) {
      const { row, identity, purpose } = place(values);
      return { table, column, row: String(row), identity: String(identity), purpose: String(purpose) };
    },
  };
}
