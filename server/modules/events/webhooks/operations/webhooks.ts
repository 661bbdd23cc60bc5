import type { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { limits } from "../../../../core/limits.ts";
import { uuidV7 } from "../../../../core/uuid.ts";
import { requireFreshProof } from "../../../../rpc/fresh-proof.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import type { Wallets } from "../../../ledger/domain/wallets.ts";
import { firstCursor, type LedgerEvents } from "../../operations/ledger-events.ts";
import { secretOf, secretText } from "../domain/secret.ts";
import type { Webhook, Webhooks } from "../domain/webhook.ts";
import { deliveryOperations } from "./deliveries.ts";
import { webhookMessage } from "./message.ts";
import { type OwnedEndpoints, ownedEndpoints, requireScope, settled } from "./owned-endpoints.ts";
import { rotation } from "./rotation.ts";

export interface WebhookOperationsDeps {
  readonly webhooks: Webhooks;
  readonly events: Pick<LedgerEvents, "requireCursor" | "end">;
  readonly wallets: Pick<Wallets, "find">;
  readonly master: Uint8Array;
  /** Returns why a URL cannot be that of an endpoint; undefined if it can. */
  readonly urlFlaw: (url: string) => string | undefined;
  /** Called after an endpoint has changed. */
  readonly changed: (id: string) => void;
  readonly now: () => number;
}

type Table = Operations<typeof WebhookService>;

/** The operations of wallet.v1.WebhookService. */
export function webhookOperations(deps: WebhookOperationsDeps): Table {
  const endpoints = ownedEndpoints(deps);
  return { ...creation(deps), ...changes(deps, endpoints), ...deliveryOperations(deps, endpoints) };
}

/** Creates endpoints. */
function creation(deps: WebhookOperationsDeps): Pick<Table, "createWebhook"> {
  const { webhooks, events, master, changed, now } = deps;

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
      requireFreshProof(context.principal, now());
      requireUrl(url, deps);
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
      const record = await context.act?.prepare({ targets: [id] });
      if (!(await webhooks.create(webhook, countMax, record?.alongside))) {
        throw new Fault("STATE_INVALID", `There are ${countMax} endpoints already; delete those that are not used.`);
      }
      changed(id);
      return { webhook: webhookMessage(webhook), secret };
    },
  };
}

/** Lists, changes and deletes endpoints. */
function changes(
  deps: WebhookOperationsDeps,
  endpoints: OwnedEndpoints,
): Pick<Table, "listWebhooks" | "updateWebhook" | "deleteWebhook" | "rotateWebhookSecret"> {
  const { webhooks, changed } = deps;
  const { found, change } = endpoints;
  return {
    async listWebhooks({ identityId }, context) {
      requireScope(identityId, context);
      return { webhooks: (await webhooks.list(identityId)).map(webhookMessage) };
    },

    async updateWebhook(request, context) {
      const { url, isPaused } = request;
      if (url !== "") requireUrl(url, deps);
      const before = await found(request, context);
      const isStateGiven = Object.hasOwn(request, "isPaused");
      const state = isStateGiven ? (isPaused ? "paused" : "active") : before.state;
      // A change aborts the attempt in progress, whose event is then delivered again.
      if (url !== "" && url !== before.url) requireFreshProof(context.principal, deps.now());
      const isChange = state !== before.state || (url !== "" && url !== before.url) || before.failures > 0;
      if (!isChange) return { webhook: webhookMessage(before) };
      const members = { ...(url !== "" && { url }), ...(isStateGiven && { state }), ...settled };
      return { webhook: webhookMessage(await change(request, context, members)) };
    },

    async deleteWebhook({ identityId, webhookId }, context) {
      requireScope(identityId, context);
      const record = await context.act?.prepare();
      await webhooks.remove(identityId, webhookId, record?.alongside);
      changed(webhookId);
      return {};
    },

    rotateWebhookSecret: rotation(deps, endpoints),
  };
}

/** @throws Fault PARAMETER_INVALID */
function requireUrl(url: string, { urlFlaw }: WebhookOperationsDeps): void {
  const flaw = urlFlaw(url);
  if (flaw !== undefined) throw new Fault("PARAMETER_INVALID", `url ${flaw}`, { parameter: "url", provided: url });
}

const fresh = {
  state: "active",
  generation: 1,
  rotation: "",
  earlierSecrets: [],
  plainIdsUntil: 0,
  ...settled,
} as const;
