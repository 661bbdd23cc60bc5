import type { LedgerEvents } from "../../operations/ledger-events.ts";
import { isLast } from "../domain/schedule.ts";
import type { Webhook, Webhooks } from "../domain/webhook.ts";

interface WrongCursorsDeps {
  readonly webhooks: Pick<Webhooks, "disabled" | "deliveries" | "change">;
  readonly events: Pick<LedgerEvents, "corrected">;
}

/**
 * Resumes endpoints that were disabled by mistake: the service had issued them a cursor with a wrong mark, and took it
 * for that of another ledger. They continue after the last delivered event. Returns their number.
 */
export async function resumeWrongCursors({ webhooks, events }: WrongCursorsDeps): Promise<number> {
  let resumed = 0;
  for (const webhook of await webhooks.disabled()) {
    const cursor = await events.corrected(webhook.cursor);
    if (cursor === undefined || (await isByAttempt(webhook, webhooks))) continue;
    if (await webhooks.change(webhook.owner, webhook.id, { state: "active", cursor })) resumed++;
  }
  return resumed;
}

/** Whether an endpoint was disabled because of a receiver's answer. */
async function isByAttempt(
  { id, failures, failingSinceMs = 0 }: Webhook,
  webhooks: WrongCursorsDeps["webhooks"],
): Promise<boolean> {
  if (failures === 0) return false;
  const [last] = await webhooks.deliveries(id, undefined, 1);
  return last !== undefined && isLast(last, failingSinceMs);
}
