import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { limits } from "../../core/limits.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { Sealer } from "../../core/sealed-column.ts";
import type { SamplerSettings } from "../../core/tracing/sampler.ts";
import type { RecordSpan } from "../../core/tracing/tracer.ts";
import type { Database } from "../../database/source.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { AssetTerms } from "../ledger/domain/policy.ts";
import type { Ledger } from "../ledger/domain/requests.ts";
import type { Wallets } from "../ledger/domain/wallets.ts";
import { serviceSecret } from "../vault/index.ts";
import type { WebhookSettings } from "./config.ts";
import { Feed, type FeedDeps } from "./feed/feed.ts";
import { Relay } from "./feed/relay.ts";
import { eventBounds, eventOperations } from "./operations/events.ts";
import { type LedgerEvents, ledgerEvents } from "./operations/ledger-events.ts";
import { openDeliveryThread } from "./webhooks/delivery/thread.ts";
import type { DeliveryTask } from "./webhooks/delivery/thread-calls.ts";
import { urlFlaw } from "./webhooks/delivery/url-flaw.ts";
import { resumeWrongCursors } from "./webhooks/delivery/wrong-cursors.ts";
import { measuredDeliveries } from "./webhooks/metrics.ts";
import { webhookOperations } from "./webhooks/operations/webhooks.ts";
import { storedWebhooks } from "./webhooks/store/webhooks.ts";

export interface EventModuleDeps {
  readonly database: Database;
  readonly vault: Sealer;
  /** Follows what is written to the ledger. */
  readonly feed: Feed;
  readonly ledger: {
    readonly ledger: Pick<Ledger, "between" | "entriesAfter" | "lastSequence" | "callOf">;
    readonly policy: AssetTerms;
    readonly wallets: Pick<Wallets, "find">;
  };
  readonly settings: WebhookSettings;
  readonly nameServers?: DeliveryTask["nameServers"];
  readonly metrics: Metrics;
  /** Sampler of deliveries, and what takes their spans; absent: none are recorded. */
  readonly traces?: { readonly sampler: SamplerSettings; readonly record: RecordSpan } | undefined;
  readonly log: Logger;
  /** Intervals at which due endpoints are polled and leases are renewed; shorter in tests. */
  readonly webhookIntervals?: Pick<DeliveryTask, "pollMs" | "renewMs"> | undefined;
}

/** Opens the feed, which follows the ledger that is opened with it. */
export function openFeed(rows: FeedDeps["rows"], log: Logger, resources: AsyncDisposableStack): Feed {
  const feed = new Feed({
    rows,
    pollMs: limits.eventPollMs,
    report: (error) => log.warn({ err: error }, "could not read the end of the ledger"),
  });
  return resources.adopt(feed, (opened) => opened.close());
}

/** Opens the events of the ledger, as streams and as webhooks. */
export async function openEventModule(
  deps: EventModuleDeps,
  resources: AsyncDisposableStack,
): Promise<{ readonly tables: readonly ServiceTable[] }> {
  const { feed } = deps;
  const { ledger, policy, wallets } = deps.ledger;
  const events = ledgerEvents({ feed, ledger, policy });
  const webhooks = await openWebhooks(deps, events, resources);
  return {
    tables: [
      { service: EventService, operations: eventOperations({ events, wallets }), streams: eventBounds },
      { service: WebhookService, operations: webhooks },
    ],
  };
}

/** Opens the endpoints of webhooks, and delivers to them until the resources are disposed of. */
async function openWebhooks(
  {
    database,
    vault,
    feed,
    ledger: { ledger, policy, wallets },
    settings: { allowsAny },
    nameServers,
    metrics,
    log,
    traces,
    webhookIntervals = { pollMs: limits.webhookPollMs, renewMs: limits.webhookRenewMs },
  }: EventModuleDeps,
  events: LedgerEvents,
  resources: AsyncDisposableStack,
) {
  const webhooks = storedWebhooks(database);
  const now = Date.now;
  const resumed = await resumeWrongCursors({ webhooks, events });
  if (resumed > 0) log.warn({ resumed }, "resumed endpoints that a wrong cursor of this service had disabled");
  // Master secret from which the secrets of the endpoints are derived.
  const master = await serviceSecret(database, vault, "webhooks", () => randomBytes(32));
  const deliveries = resources.adopt(
    openDeliveryThread({
      webhooks: measuredDeliveries(metrics, { webhooks, lastSequence: ledger.lastSequence, now }),
      openRelay: (pass) => new Relay({ feed, ledger, policy, beatMs: limits.eventRelayMs }, pass),
      task: {
        master,
        allowsAny,
        timeoutMs: limits.webhookTimeoutMs,
        ...webhookIntervals,
        nameServers,
        sampler: traces?.sampler,
      },
      traces: traces && { record: traces.record, callOf: ledger.callOf },
      now,
      report: (error, webhookId) => log.warn({ err: error, webhookId }, "could not deliver events"),
      onFailure: (error) => log.error({ err: error }, "the thread that delivers events has failed"),
    }),
    (opened) => opened.close(),
  );
  return webhookOperations({
    webhooks,
    events,
    wallets,
    master,
    urlFlaw: (url) => urlFlaw(url, allowsAny),
    changed: deliveries.changed,
    now,
  });
}
