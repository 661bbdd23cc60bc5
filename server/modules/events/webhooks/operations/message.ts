import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type DeliverySchema,
  type WebhookSchema,
  WebhookState as WireState,
} from "#contract/wallet/v1/webhook_service_pb.js";
import { type Delivery, isDelivered, type Webhook } from "../domain/webhook.ts";

/** Converts an endpoint to the message for its owner. */
export function webhookMessage(webhook: Webhook): MessageInitShape<typeof WebhookSchema> {
  const { id, owner, url, cursor, failures, failingSinceMs, nextAtMs, createdAtMs } = webhook;
  const state = stateOf(webhook);
  return {
    id,
    ...(owner !== "" && { identityId: owner }),
    url,
    state,
    cursor,
    failures,
    ...(failingSinceMs !== undefined && { failingSince: timestampFromMs(failingSinceMs) }),
    ...(state === WireState.FAILING && { nextAttemptAt: timestampFromMs(nextAtMs) }),
    createdAt: timestampFromMs(createdAtMs),
  };
}

function stateOf({ state, failures }: Webhook): WireState {
  if (state === "active") return failures > 0 ? WireState.FAILING : WireState.ACTIVE;
  return state === "paused" ? WireState.PAUSED : WireState.DISABLED;
}

export function deliveryMessage(delivery: Delivery): MessageInitShape<typeof DeliverySchema> {
  const { id, eventId, sequence, atMs, status, error, durationMs } = delivery;
  return {
    id,
    eventId,
    sequence: BigInt(sequence),
    attemptedAt: timestampFromMs(atMs),
    delivered: isDelivered(delivery),
    ...(status === 0 ? { error } : { status }),
    durationMs,
  };
}
