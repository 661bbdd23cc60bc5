/**
 * Writes of another module in the transaction of a change. The transaction object is the database's; only stores use
 * it.
 */
export type Alongside = (transaction: object) => Promise<void>;
