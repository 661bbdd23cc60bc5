import { onTestFinished } from "vitest";
import type { Feed } from "../../../server/modules/events/feed/feed.ts";
import { type Passed, Relay, type RelayQuestions } from "../../../server/modules/events/feed/relay.ts";
import type { AssetTerms } from "../../../server/modules/ledger/domain/policy.ts";
import type { Ledger } from "../../../server/modules/ledger/domain/requests.ts";

interface RelayedLedger {
  readonly feed: Feed;
  readonly ledger: Pick<Ledger, "between" | "entriesAfter">;
  readonly policy: AssetTerms;
}

/** Opens a relay whose messages are copied and arrive in a later turn, in order, like those between threads. */
export function relayedByMessages(source: RelayedLedger, passed: (passed: Passed) => void): RelayQuestions {
  const relay = new Relay({ ...source, beatMs: 1 }, (message) => send(message, passed));
  onTestFinished(() => relay.close());
  return {
    follow: (...given) => ask(given, (copy) => relay.follow(...copy)),
    unfollow: (...given) => ask(given, (copy) => relay.unfollow(...copy)),
    between: (...given) => ask(given, (copy) => relay.between(...copy)),
    entriesAfter: (...given) => ask(given, (copy) => relay.entriesAfter(...copy)),
  };
}

function send<Message>(message: Message, take: (copy: Message) => void): void {
  const copy = structuredClone(message);
  setImmediate(() => take(copy));
}

function ask<Given, Answer>(given: Given, answer: (copy: Given) => Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    send(given, (copy) => {
      answer(copy).then(
        (result) => send(result, resolve),
        (error: unknown) => send(error, reject),
      );
    });
  });
}
