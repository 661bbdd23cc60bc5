import type { View } from "../book.ts";
import { postingsOf } from "../entry/postings.ts";
import { isBalance } from "../money.ts";
import type { Draft } from "./decision.ts";

/** Whether an account would hold more, or be further below zero, than can be written down. */
export function overflows(draft: Draft, view: View): boolean {
  const postings = postingsOf(draft);
  return postings.some(({ owner, asset }) => {
    let balance = view.account(owner, asset).balance;
    // An account has more than one leg when something was exchanged for a transfer.
    for (const posting of postings) if (posting.owner === owner && posting.asset === asset) balance += posting.amount;
    return !isBalance(balance);
  });
}
