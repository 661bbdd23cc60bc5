import type { AssetCode } from "../../domain/assets.ts";
import type { AssetPolicy } from "../../domain/policy.ts";
import type { Passed, RelayQuestions } from "../../feed/relay.ts";
import { RelayedFeed } from "../../feed/relayed-feed.ts";
import { eventWatch, type LedgerEvents } from "./ledger-events.ts";

/** Events of a ledger in another thread. */
export interface RelayedEvents {
  readonly events: Pick<LedgerEvents, "watch">;
  /** Takes in what the relay of the ledger passes on. */
  passed(passed: Passed): void;
}

export function relayedEvents(relay: RelayQuestions): RelayedEvents {
  const feed = new RelayedFeed(relay);
  const assets = new Map<AssetCode, AssetPolicy>();
  return {
    events: { watch: eventWatch({ feed, ledger: feed, policy: { assets } }) },
    passed(passed) {
      for (const [code, terms] of passed.terms?.assets ?? []) assets.set(code, terms);
      feed.passed(passed);
    },
  };
}
