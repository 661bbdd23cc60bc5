import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { limits } from "../../core/limits.ts";
import type { Sealer } from "../../core/sealed-column.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { LedgerEvents, OpenRelay, Wallets } from "../ledger/index.ts";
import { serviceSecret } from "../vault/index.ts";
import type { WebhookSettings } from "./config.ts";
import { resumeMisjudged } from "./delivery/misjudged.ts";
import { openDeliveryThread } from "./delivery/thread.ts";
import type { DeliveryTask } from "./delivery/thread-calls.ts";
import { urlFlaw } from "./delivery/url-flaw.ts";
import { webhookOperations } from "./operations/webhooks.ts";
import { storedWebhooks } from "./store/webhooks.ts";

export interface WebhookModuleDeps {
  readonly database: Database;
  readonly vault: Sealer;
  readonly ledger: {
    readonly events: LedgerEvents;
    readonly openRelay: OpenRelay;
    readonly wallets: Pick<Wallets, "find">;
  };
  readonly settings: WebhookSettings;
  readonly nameServers?: DeliveryTask["nameServers"];
  readonly log: Logger;
  /** Intervals in which endpoints are looked for, and in which leases are renewed; shorter in tests. */
  readonly intervals?: Pick<DeliveryTask, "pollMs" | "renewMs"> | undefined;
}

/** Opens the endpoints of webhooks, and delivers to them until the resources are disposed of. */
export async function openWebhookModule(
  {
    database,
    vault,
    ledger: { events, openRelay, wallets },
    settings,
    nameServers,
    log,
    intervals = { pollMs: limits.webhookPollMs, renewMs: limits.webhookRenewMs },
  }: WebhookModuleDeps,
  resources: AsyncDisposableStack,
): Promise<{ readonly tables: readonly ServiceTable[] }> {
  const { allowsAny } = settings;
  const webhooks = storedWebhooks(database);
  const now = Date.now;
  const resumed = await resumeMisjudged({ webhooks, events });
  if (resumed > 0) log.warn({ resumed }, "resumed endpoints that a wrong cursor of this service had disabled");
  // The secrets of the endpoints are derived from it.
  const master = await serviceSecret(database, vault, "webhooks", () => randomBytes(32));
  const deliveries = resources.adopt(
    openDeliveryThread({
      webhooks,
      openRelay,
      task: {
        master,
        allowsAny,
        timeoutMs: limits.webhookTimeoutMs,
        ...intervals,
        nameServers,
      },
      now,
      report: (error, webhookId) => log.warn({ err: error, webhookId }, "could not deliver events"),
      onFailure: (error) => log.error({ err: error }, "the thread that delivers events has failed"),
    }),
    (opened) => opened.close(),
  );
  const operations = webhookOperations({
    webhooks,
    events,
    wallets,
    master,
    urlFlaw: (url) => urlFlaw(url, allowsAny),
    changed: deliveries.changed,
    now,
  });
  return { tables: [{ service: WebhookService, operations }] };
}
