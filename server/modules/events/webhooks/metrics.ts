import type { Metrics } from "../../../core/metrics/metrics.ts";
import { Tally } from "../../../core/metrics/tally.ts";
import { isDelivered, type WebhookLeases, type Webhooks } from "./domain/webhook.ts";

/**
 * Offers the deliveries to endpoints as metrics. Returns the leases with which deliveries are measured: those of every
 * process are stored through them.
 */
export function measuredDeliveries(
  metrics: Metrics,
  webhooks: WebhookLeases & Pick<Webhooks, "backlog">,
): WebhookLeases {
  const attempts = new Tally("outcome", ["delivered", "failed"]);
  metrics.counter(
    { name: "platonic.webhooks.attempts", help: "Attempts of this process to deliver an event", unit: "{attempt}" },
    attempts.read,
  );
  metrics.gauge(
    { name: "platonic.webhooks.endpoints", help: "Endpoints of webhooks, by their state", unit: "{endpoint}" },
    async () => {
      const { active, failing, paused, disabled } = await webhooks.backlog();
      return Object.entries({ active, failing, paused, disabled }).map(([state, value]) => ({
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
      const { failingSinceMs } = await webhooks.backlog();
      return failingSinceMs === undefined ? undefined : failingSinceMs / 1000;
    },
  );
  return {
    ...webhooks,
    keep(id, lease, progress, kept) {
      for (const attempt of kept) attempts.add(isDelivered(attempt) ? "delivered" : "failed");
      return webhooks.keep(id, lease, progress, kept);
    },
  };
}
