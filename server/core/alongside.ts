/** Writes of another module in the transaction of a change. The transaction is the database's, which stores alone know. */
export type Alongside = (transaction: object) => Promise<void>;
