import type { Outcome } from "../requests.ts";
import type { Entry, PendingTransfer } from "./entry.ts";

/** An entry without a sequence number. */
export type Draft = Omit<Entry, "sequence">;

/** Decision on a request: its write to the ledger, or the answer if it writes nothing. */
export type Decision =
  | {
      readonly kind: "entry";
      readonly draft: Draft;
      /** Whether the entry settles the pending transaction of its id. */
      readonly settlesPending: boolean;
      /** The quote that the entry uses up. */
      readonly usesQuote: string | undefined;
    }
  /** Consecutive entries of a linked set. */
  | { readonly kind: "entries"; readonly drafts: readonly Draft[] }
  | { readonly kind: "pending"; readonly transfer: PendingTransfer }
  | { readonly kind: "answer"; readonly outcome: Outcome };

export function answer(outcome: Outcome): Decision {
  return { kind: "answer", outcome };
}

/** An entry that uses no quote. */
export function entered(draft: Draft, settlesPending = false): Decision {
  return { kind: "entry", draft, settlesPending, usesQuote: undefined };
}
