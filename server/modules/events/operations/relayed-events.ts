import type { AssetTerms } from "../../ledger/domain/policy.ts";
import type { Passed, RelayQuestions } from "../feed/relay.ts";
import { RelayedFeed } from "../feed/relayed-feed.ts";
import { eventWatch, type LedgerEvents } from "./ledger-events.ts";

/** Events of a ledger in another thread. */
export interface RelayedEvents {
  readonly events: Pick<LedgerEvents, "watch">;
  /** Takes in entries from the relay of the ledger. */
  passed(passed: Passed): void;
}

export function relayedEvents(relay: RelayQuestions): RelayedEvents {
  const feed = new RelayedFeed(relay);
  const policy: { assets: AssetTerms["assets"] } = { assets: new Map() };
  return {
    events: { watch: eventWatch({ feed, ledger: feed, policy }) },
    passed(passed) {
      if (passed.terms !== undefined) policy.assets = passed.terms.assets;
      feed.passed(passed);
    },
  };
}
