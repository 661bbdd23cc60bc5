import type { View } from "../book.ts";
import { postingsOf } from "../entry/postings.ts";
import { isBalance } from "../money.ts";
import type { Draft } from "./decision.ts";

/** Whether a balance would leave the range that can be stored. */
export function overflows(draft: Draft, view: View): boolean {
  const postings = postingsOf(draft);
  return postings.some(({ owner, asset }) => {
    let balance = view.account(owner, asset).balance;
    // A transfer with an exchange has several postings to an account.
    for (const posting of postings) if (posting.owner === owner && posting.asset === asset) balance += posting.amount;
    return !isBalance(balance);
  });
}
