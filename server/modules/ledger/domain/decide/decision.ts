import type { Outcome } from "../book.ts";
import type { Entry, PendingTransfer } from "../entry/entry.ts";

/** An entry that has no place in the ledger yet. */
export type Draft = Omit<Entry, "sequence">;

/** What is to be written for a request, or answered without writing anything. */
export type Decision =
  | {
      readonly kind: "entry";
      readonly draft: Draft;
      /** Whether the transaction of this id that was pending is pending no more. */
      readonly settlesPending: boolean;
      /** The quote that cannot be used any more. */
      readonly usesQuote: string | undefined;
    }
  | { readonly kind: "pending"; readonly transfer: PendingTransfer }
  | { readonly kind: "answer"; readonly outcome: Outcome };

export function answer(outcome: Outcome): Decision {
  return { kind: "answer", outcome };
}

/** An entry that uses no quote. */
export function entered(draft: Draft, settlesPending = false): Decision {
  return { kind: "entry", draft, settlesPending, usesQuote: undefined };
}
