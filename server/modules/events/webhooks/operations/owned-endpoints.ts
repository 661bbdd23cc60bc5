import { Fault } from "../../../../core/fault.ts";
import type { Context } from "../../../../rpc/operations.ts";
import { holdsPermission } from "../../../../rpc/principal.ts";
import type { Webhook, Webhooks } from "../domain/webhook.ts";

/** A request about one endpoint. */
interface Named {
  readonly identityId: string;
  readonly webhookId: string;
}

/** Endpoints that a caller may see and change. */
export interface OwnedEndpoints {
  /** @throws Fault PERMISSION_DENIED or RESOURCE_NOT_FOUND */
  found(request: Named, context: Context): Promise<Webhook>;
  /** Changes an endpoint, and returns its new state. @throws Fault as `found` does */
  change(request: Named, context: Context, members: Partial<Webhook>): Promise<Webhook>;
  /**
   * Replaces the secret of an endpoint unless it was replaced since it was found. @throws Fault as `found` does, or
   * STATE_INVALID
   */
  replaceSecret(before: Webhook, context: Context, members: Partial<Webhook>): Promise<void>;
}

export interface OwnedEndpointsDeps {
  readonly webhooks: Pick<Webhooks, "find" | "change">;
  /** Called after an endpoint has changed. */
  readonly changed: (id: string) => void;
}

export function ownedEndpoints({ webhooks, changed }: OwnedEndpointsDeps): OwnedEndpoints {
  async function found({ identityId, webhookId }: Named, context: Context): Promise<Webhook> {
    requireScope(identityId, context);
    const webhook = await webhooks.find(identityId, webhookId);
    if (webhook === undefined) throw noWebhook();
    return webhook;
  }

  async function change(request: Named, context: Context, members: Partial<Webhook>): Promise<Webhook> {
    const { owner, id } = await found(request, context);
    const record = await context.act?.prepare();
    const after = await webhooks.change(owner, id, members, { alongside: record?.alongside });
    if (after === undefined) throw noWebhook();
    changed(id);
    return after;
  }

  async function replaceSecret(before: Webhook, { act }: Context, members: Partial<Webhook>): Promise<void> {
    const { owner, id, generation } = before;
    const terms = { generation, alongside: (await act?.prepare())?.alongside };
    if ((await webhooks.change(owner, id, members, terms)) === undefined) {
      if ((await webhooks.find(owner, id)) === undefined) throw noWebhook();
      throw new Fault(
        "STATE_INVALID",
        "Another call has just made a new secret. Take that of its answer, or try again.",
      );
    }
    changed(id);
  }

  return { found, change, replaceSecret };
}

/** Clears failures, so that the next attempt is due. */
export const settled = { failures: 0, failingSinceMs: undefined, nextAtMs: 0 };

function noWebhook(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "There is no endpoint with this id.");
}

/**
 * Requires `ledger:watch` for endpoints of all wallets, which show everything that it permits to watch. @throws Fault
 * PERMISSION_DENIED
 */
export function requireScope(owner: string, { principal }: Context): void {
  if (owner !== "" || holdsPermission(principal.permissions, "ledger:watch")) return;
  throw new Fault("PERMISSION_DENIED", "Endpoints for all wallets need the permission ledger:watch.", {
    requiredPermission: "ledger:watch",
  });
}
