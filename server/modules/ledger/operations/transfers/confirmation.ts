import type { Outcome } from "../../domain/book.ts";

/**
 * Port: rule 6, by which way a transaction reaches the ledger and what became of it comes back. Whatever way that is,
 * the outcome is the ledger's own and final: a way that loses it asks the ledger again, or seals the transaction.
 */
export type Confirmation = (transactionId: string, submit: () => Promise<Outcome>) => Promise<Outcome>;

/** Over HTTP the answer to the call is the confirmation. */
export const overHttp: Confirmation = (_, submit) => submit();
