/**
 * Writes of another module in the transaction of a change. The transaction object is the database's; only stores use
 * it.
 */
export type Alongside = (transaction: object) => Promise<void>;

/** Returns writes that are made one after another. */
export function inOrder(...writes: readonly (Alongside | undefined)[]): Alongside {
  return async (transaction) => {
    for (const write of writes) await write?.(transaction);
  };
}

/** A statement of SQL with the values of its placeholders. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | bigint | Uint8Array)[];
}

/**
 * The same for every way to write: statements, each of which is run before the next one is asked for and answered by
 * its rows. They come last in their transaction, so that the locks that they take are held for its commit alone.
 */
export type LastStatements = () => Generator<Statement, void, readonly { readonly [column: string]: unknown }[]>;
