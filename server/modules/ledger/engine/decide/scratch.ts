import type { Draft } from "../../domain/entry/decision.ts";
import { countedIds } from "../../domain/entry/payments.ts";
import { postingsOf } from "../../domain/entry/postings.ts";
import { heldBy, isSpending, spentAfter } from "../../domain/holds/changes.ts";
import type { AccountFacts, View } from "../../domain/requests.ts";

/** A view with drafts entered into it, which may be discarded. */
export interface Scratch {
  readonly view: View;
  enter(draft: Draft): void;
}

export function scratchOn(view: View): Scratch {
  const accounts = new Map<string, { -readonly [Name in keyof AccountFacts]: AccountFacts[Name] }>();
  const reversed = new Map<string, bigint>();
  const entries = new Map<string, Draft>();

  function account(owner: string, asset: string) {
    const key = `${owner} ${asset}`;
    const known = accounts.get(key);
    if (known !== undefined) return known;
    const opened = { ...view.account(owner, asset) };
    accounts.set(key, opened);
    return opened;
  }

  function entry(id: string) {
    const draft = entries.get(id);
    return draft === undefined ? view.entry(id) : { ...draft, sequence: 0 };
  }

  return {
    view: {
      entry,
      pending: (id) => view.pending(id),
      wallet: (owner) => view.wallet(owner),
      account,
      rate: (source, target) => view.rate(source, target),
      quote: (id) => view.quote(id),
      hold: (id) => view.hold(id),
      reversed: (id) => reversed.get(id) ?? view.reversed(id),
    },

    enter(draft) {
      entries.set(draft.id, draft);
      for (const { owner, asset, amount } of postingsOf(draft)) account(owner, asset).balance += amount;
      const sender = account(draft.owner, draft.asset);
      if (isSpending(draft)) Object.assign(sender, spentAfter(sender, draft));
      const held = heldBy(draft);
      if (held !== undefined) account(held.owner, draft.asset).held += held.change;
      const { reverses, outcome, amount } = draft;
      if (reverses === undefined || outcome !== 0) return;
      for (const id of countedIds(reverses, entry(reverses))) {
        reversed.set(id, (reversed.get(id) ?? view.reversed(id)) + amount);
      }
    },
  };
}
