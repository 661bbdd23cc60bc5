import type { Delivery, Webhook } from "./webhook.ts";

const minuteMs = 60_000;

/** Time of failing attempts after which an endpoint is disabled. */
const failingMsMax = 3 * 24 * 60 * minuteMs;

/** Waits after failed attempts; the last one repeats. */
const waitsMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 60 * minuteMs, 120 * minuteMs];

/** Status with which a receiver unsubscribes. */
const gone = 410;

type Schedule = Pick<Webhook, "failures" | "failingSinceMs" | "nextAtMs" | "state">;

/**
 * Returns the result of a failed attempt: when the next one is due, or that the endpoint is disabled.
 *
 * @param random in [0, 1): makes waits up to a quarter longer, so that endpoints which fail together are not retried
 *   together
 */
export function afterFailure(
  before: Pick<Webhook, "failures" | "failingSinceMs">,
  status: number,
  nowMs: number,
  random: number,
): Schedule {
  const failingSinceMs = before.failingSinceMs ?? nowMs;
  const wait = waitsMs[Math.min(before.failures, waitsMs.length - 1)] as number;
  return {
    failures: before.failures + 1,
    failingSinceMs,
    nextAtMs: nowMs + Math.floor(wait * (1 + random / 4)),
    state: isLast({ status, atMs: nowMs }, failingSinceMs) ? "disabled" : "active",
  };
}

/** Whether a failed attempt is the last one: its receiver unsubscribes, or has failed for too long. */
export function isLast({ status, atMs }: Pick<Delivery, "status" | "atMs">, failingSinceMs: number): boolean {
  return status === gone || atMs - failingSinceMs >= failingMsMax;
}

/** Schedule after a successful delivery. */
export const afterSuccess: Schedule = { failures: 0, failingSinceMs: undefined, nextAtMs: 0, state: "active" };
