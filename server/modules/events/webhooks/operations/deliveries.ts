import type { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { isUuid } from "../../../../core/uuid.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import type { LedgerEvents } from "../../operations/ledger-events.ts";
import type { Webhooks } from "../domain/webhook.ts";
import { deliveryMessage, webhookMessage } from "./message.ts";
import { type OwnedEndpoints, settled } from "./owned-endpoints.ts";

export interface DeliveryOperationsDeps {
  readonly webhooks: Pick<Webhooks, "delivery" | "deliveries">;
  readonly events: Pick<LedgerEvents, "requireCursor">;
}

/** Operations on the log of attempts. */
export function deliveryOperations(
  { webhooks, events }: DeliveryOperationsDeps,
  { found, change }: OwnedEndpoints,
): Pick<Operations<typeof WebhookService>, "listDeliveries" | "replayDeliveries"> {
  return {
    async listDeliveries(request, context) {
      const { id } = await found(request, context);
      const { pageSize, pageToken } = request;
      if (pageToken !== "" && !isUuid(pageToken)) {
        throw new Fault("PARAMETER_INVALID", "page_token must be from the previous answer", {
          parameter: "page_token",
          provided: pageToken,
        });
      }
      const read = await webhooks.deliveries(id, pageToken === "" ? undefined : pageToken, pageSize + 1);
      const page = read.slice(0, pageSize);
      return {
        deliveries: page.map(deliveryMessage),
        ...(read.length > pageSize && { nextPageToken: page.at(-1)?.id as string }),
      };
    },

    async replayDeliveries(request, context) {
      const { deliveryId, cursor } = request;
      const { id } = await found(request, context);
      const delivery = deliveryId === "" ? undefined : await webhooks.delivery(id, deliveryId);
      if (deliveryId !== "" && delivery === undefined) {
        throw new Fault("RESOURCE_NOT_FOUND", "There is no such attempt; the log goes back seven days.");
      }
      const from = delivery?.cursorBefore ?? cursor;
      if (from === "") {
        throw new Fault("PARAMETER_REQUIRED", "delivery_id or cursor is required", { parameter: "delivery_id" });
      }
      await events.requireCursor(from);
      const webhook = await change(request, context, { cursor: from, ...settled });
      return { webhook: webhookMessage(webhook) };
    },
  };
}
