import type { WebhookService } from "../../../../gen/es/platonic/wallet/v1/webhook_service_pb.js";
import { Fault } from "../../../core/fault.ts";
import { limits } from "../../../core/limits.ts";
import { isUuid, uuidV7 } from "../../../core/uuid.ts";
import { choicesOf } from "../../../rpc/idempotency/choices.ts";
import type { Context, Operations } from "../../../rpc/operations.ts";
import { holdsPermission } from "../../../rpc/principal.ts";
import { firstCursor, type LedgerEvents, type Wallets } from "../../ledger/index.ts";
import { secretOf, secretText } from "../domain/secret.ts";
import type { Webhook, Webhooks } from "../domain/webhook.ts";
import { deliveryMessage, webhookMessage } from "./message.ts";

export interface WebhookOperationsDeps {
  readonly webhooks: Webhooks;
  readonly events: Pick<LedgerEvents, "requireCursor" | "end">;
  readonly wallets: Pick<Wallets, "find">;
  readonly master: Uint8Array;
  /** Why a URL cannot be that of an endpoint; undefined if it can. */
  readonly urlFlaw: (url: string) => string | undefined;
  /** Told of endpoints that were changed. */
  readonly changed: (id: string) => void;
  readonly now: () => number;
}

/** A request about one endpoint. */
interface Named {
  readonly identityId: string;
  readonly webhookId: string;
}

/** The operations of wallet.v1.WebhookService. */
export function webhookOperations(deps: WebhookOperationsDeps): Operations<typeof WebhookService> {
  const { webhooks, events, master, changed, now } = deps;

  async function found({ identityId, webhookId }: Named, context: Context): Promise<Webhook> {
    requireScope(identityId, context);
    const webhook = await webhooks.find(identityId, webhookId);
    if (webhook === undefined) throw noWebhook();
    return webhook;
  }

  async function change(request: Named, context: Context, members: (before: Webhook) => Partial<Webhook>) {
    const before = await found(request, context);
    const change = members(before);
    if (!(await webhooks.change(before.owner, before.id, change))) throw noWebhook();
    changed(before.id);
    return { ...before, ...change };
  }

  function requireUrl(url: string): void {
    const flaw = deps.urlFlaw(url);
    if (flaw !== undefined) throw new Fault("PARAMETER_INVALID", `url ${flaw}`, { parameter: "url", provided: url });
  }

  async function beginning({ cursor, fromStart }: { cursor: string; fromStart: boolean }): Promise<string> {
    if (cursor !== "") {
      await events.requireCursor(cursor);
      return cursor;
    }
    return fromStart ? firstCursor : events.end();
  }

  return {
    async createWebhook(request, context) {
      const { identityId: owner, url } = request;
      requireScope(owner, context);
      requireUrl(url);
      if (owner !== "" && (await deps.wallets.find(owner)) === undefined) {
        throw new Fault("RESOURCE_NOT_FOUND", "The identity has no wallet.");
      }
      const choices = choicesOf(context, now());
      const id = uuidV7(choices.atMs, choices.bytes("webhook", 10));
      const secret = secretText(secretOf(master, id, 1));
      // An earlier execution of the same call may have created it.
      const before = context.choices && (await webhooks.find(owner, id));
      if (before !== undefined) return { webhook: webhookMessage(before), secret };
      const cursor = await beginning(request);
      const webhook: Webhook = { ...fresh, id, owner, url, cursor, createdAtMs: choices.atMs };
      const countMax = owner === "" ? limits.webhooksForAll : limits.webhooksPerWallet;
      if (!(await webhooks.create(webhook, countMax))) {
        throw new Fault("STATE_INVALID", `There are ${countMax} endpoints already; delete those that are not used.`);
      }
      changed(id);
      return { webhook: webhookMessage(webhook), secret };
    },

    async listWebhooks({ identityId }, context) {
      requireScope(identityId, context);
      return { webhooks: (await webhooks.list(identityId)).map(webhookMessage) };
    },

    async updateWebhook(request, context) {
      const { url, isPaused } = request;
      if (url !== "") requireUrl(url);
      const state = isPaused ? ("paused" as const) : ("active" as const);
      const webhook = await change(request, context, () => ({ ...(url !== "" && { url }), state, ...settled }));
      return { webhook: webhookMessage(webhook) };
    },

    async deleteWebhook({ identityId, webhookId }, context) {
      requireScope(identityId, context);
      await webhooks.remove(identityId, webhookId);
      changed(webhookId);
      return {};
    },

    async rotateWebhookSecret(request, context) {
      const overlapUntilMs = now() + request.overlapHours * 3_600_000;
      const { id, generation } = await change(request, context, (before) => ({
        generation: before.generation + 1,
        overlapUntilMs,
      }));
      return { secret: secretText(secretOf(master, id, generation)) };
    },

    async listDeliveries(request, context) {
      const { id } = await found(request, context);
      const { pageSize, pageToken } = request;
      if (pageToken !== "" && !isUuid(pageToken)) {
        throw new Fault("PARAMETER_INVALID", "page_token must be from the answer before", {
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
      const webhook = await change(request, context, () => ({ cursor: from, ...settled }));
      return { webhook: webhookMessage(webhook) };
    },
  };
}

/** Forgets failures, so that the next attempt is due. */
const settled = { failures: 0, failingSinceMs: undefined, nextAtMs: 0 };

const fresh = { state: "active", generation: 1, overlapUntilMs: 0, ...settled } as const;

function noWebhook(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "There is no endpoint with this id.");
}

/** Endpoints for all wallets learn what `ledger:watch` allows to watch. @throws Fault PERMISSION_DENIED */
function requireScope(owner: string, { principal }: Context): void {
  if (owner !== "" || holdsPermission(principal.permissions, "ledger:watch")) return;
  throw new Fault("PERMISSION_DENIED", "Endpoints for all wallets need the permission ledger:watch.", {
    requiredPermission: "ledger:watch",
  });
}
