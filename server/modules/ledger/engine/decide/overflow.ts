import type { Draft } from "../../domain/entry/decision.ts";
import { postingsOf } from "../../domain/entry/postings.ts";
import { heldBy } from "../../domain/holds/changes.ts";
import { isBalance } from "../../domain/money.ts";
import type { View } from "../../domain/requests.ts";

/** Whether a balance would leave the range that can be stored. */
export function overflows(draft: Draft, view: View): boolean {
  const postings = postingsOf(draft);
  const held = heldBy(draft);
  for (const { owner, asset } of postings) {
    const account = view.account(owner, asset);
    // Held money must fit when it comes back.
    let balance = account.held === 0n ? account.balance : account.balance + account.held;
    if (owner === held?.owner && asset === draft.asset) balance += held.change;
    // A transfer with an exchange has several postings to an account.
    for (const posting of postings) if (posting.owner === owner && posting.asset === asset) balance += posting.amount;
    if (!isBalance(balance)) return true;
  }
  return false;
}
