import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { WebhookService } from "../../../gen/es/platonic/wallet/v1/webhook_service_pb.js";
import { limits } from "../../core/limits.ts";
import type { Sealer } from "../../core/sealed-column.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { LedgerEvents, Wallets } from "../ledger/index.ts";
import { serviceSecret } from "../vault/index.ts";
import type { WebhookSettings } from "./config.ts";
import { openDispatcher } from "./delivery/dispatcher.ts";
import { createPostThread } from "./delivery/post-thread.ts";
import { urlFlaw } from "./delivery/url-flaw.ts";
import { webhookOperations } from "./operations/webhooks.ts";
import { storedWebhooks } from "./store/webhooks.ts";

export interface WebhookModuleDeps {
  readonly database: Database;
  readonly vault: Sealer;
  readonly ledger: { readonly events: LedgerEvents; readonly wallets: Pick<Wallets, "find"> };
  readonly settings: WebhookSettings;
  readonly log: Logger;
}

/** Opens the endpoints of webhooks, and delivers to them until the resources are disposed of. */
export async function openWebhookModule(
  { database, vault, ledger: { events, wallets }, settings, log }: WebhookModuleDeps,
  resources: AsyncDisposableStack,
): Promise<{ readonly tables: readonly ServiceTable[] }> {
  const { allowsAny } = settings;
  const webhooks = storedWebhooks(database);
  const now = Date.now;
  // The secrets of the endpoints are derived from it.
  const master = await serviceSecret(database, vault, "webhooks", () => randomBytes(32));
  const report = (error: unknown) => log.error({ err: error }, "the thread that posts events has failed");
  const post = resources.adopt(createPostThread({ allowsAny, timeoutMs: limits.webhookTimeoutMs, report }), (opened) =>
    opened.close(),
  );
  const dispatcher = resources.adopt(
    openDispatcher({
      webhooks,
      events,
      post,
      master,
      now,
      pollMs: limits.webhookPollMs,
      renewMs: limits.webhookRenewMs,
      report: (error, webhookId) => log.warn({ err: error, webhookId }, "could not deliver events"),
    }),
    (opened) => opened.close(),
  );
  const operations = webhookOperations({
    webhooks,
    events,
    wallets,
    master,
    urlFlaw: (url) => urlFlaw(url, allowsAny),
    changed: dispatcher.changed,
    now,
  });
  return { tables: [{ service: WebhookService, operations }] };
}
