import { randomUUID } from "node:crypto";
import { firstCursor } from "../../server/modules/events/operations/ledger-events.ts";
import type { Webhook } from "../../server/modules/events/webhooks/domain/webhook.ts";

/** Returns an active endpoint that receives all events from the start of the ledger. */
export function newWebhook(owner: string, url: string): Webhook {
  return {
    id: randomUUID(),
    owner,
    url,
    state: "active",
    cursor: firstCursor,
    generation: 1,
    rotation: "",
    earlierSecrets: [],
    plainIdsUntil: 0,
    failures: 0,
    failingSinceMs: undefined,
    nextAtMs: 0,
    createdAtMs: 0,
  };
}
