import type { Metrics } from "../../../core/metrics/metrics.ts";
import { shared } from "../../../core/metrics/readings.ts";
import { Tally } from "../../../core/metrics/tally.ts";
import { readCursor } from "../feed/cursor.ts";
import { isDelivered, type WebhookLeases, type Webhooks } from "./domain/webhook.ts";

/** Endpoints whose place in the ledger a reading looks at. */
const cursorsMax = 1_000;

export interface DeliveryMetricsDeps {
  readonly webhooks: WebhookLeases & Pick<Webhooks, "backlog" | "cursors">;
  /** Returns the sequence number of the last entry of the ledger. */
  readonly lastSequence: () => Promise<number>;
  readonly now: () => number;
}

/**
 * Offers the deliveries to endpoints as metrics. Returns the leases with which deliveries are measured: those of every
 * process are stored through them.
 */
export function measuredDeliveries(metrics: Metrics, deps: DeliveryMetricsDeps): WebhookLeases {
  const { webhooks } = deps;
  const attempts = new Tally("outcome", ["delivered", "failed"]);
  metrics.counter(
    { name: "platonic.webhooks.attempts", help: "Attempts of this process to deliver an event", unit: "{attempt}" },
    attempts.read,
  );
  offerBacklog(metrics, deps);
  metrics.gauge(
    {
      name: "platonic.webhooks.queue",
      help: "Entries of the ledger that the active endpoint furthest behind has not passed",
      unit: "{entry}",
    },
    () => queueOf(deps),
  );
  return {
    ...webhooks,
    keep(id, lease, progress, kept) {
      for (const attempt of kept) attempts.add(isDelivered(attempt) ? "delivered" : "failed");
      return webhooks.keep(id, lease, progress, kept);
    },
  };
}

function offerBacklog(metrics: Metrics, { webhooks, now }: DeliveryMetricsDeps): void {
  const backlog = shared(() => webhooks.backlog(now()));
  metrics.gauge(
    { name: "platonic.webhooks.endpoints", help: "Endpoints of webhooks, by their state", unit: "{endpoint}" },
    async () => {
      const { active, failing, waiting, paused, disabled } = await backlog();
      return Object.entries({ active, failing, waiting, paused, disabled }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  );
  metrics.gauge(
    {
      name: "platonic.webhooks.oldest_undelivered.time",
      help: "Time since which the endpoint that fails longest has not accepted its event, since 1970",
      unit: "s",
    },
    async () => {
      const { failingSinceMs } = await backlog();
      return failingSinceMs === undefined ? undefined : failingSinceMs / 1000;
    },
  );
}

/** Returns how many entries the endpoint furthest behind has before it. */
async function queueOf({ webhooks, lastSequence }: DeliveryMetricsDeps): Promise<number> {
  const cursors = await webhooks.cursors(cursorsMax);
  if (cursors.length === 0) return 0;
  const last = await lastSequence();
  const places = cursors.flatMap((cursor) => readCursor(cursor)?.sequence ?? []);
  return Math.max(0, ...places.map((sequence) => last - sequence));
}
