import type { Outcome } from "../../domain/requests.ts";

/**
 * Port: rule 6, the path by which a transaction reaches the ledger and its result returns. On every path the result is
 * the final one of the ledger: a path that loses it asks the ledger again, or voids the transaction.
 */
export type Confirmation = (transactionId: string, submit: () => Promise<Outcome>) => Promise<Outcome>;

/** Over HTTP, the response is the confirmation. */
export const overHttp: Confirmation = (_, submit) => submit();
