import { randomUUID } from "node:crypto";
import { Fault } from "../../../../core/fault.ts";
import { limits } from "../../../../core/limits.ts";
import type { DueWebhook } from "../domain/webhook.ts";
import { assign, Delivering } from "./delivering.ts";
import { deduplicatedReports } from "./error-deduplication.ts";
import { Runner, type RunnerDeps } from "./runner.ts";
import { type SlotBounds, Slots } from "./slots.ts";

export interface DispatcherDeps extends RunnerDeps {
  /** Interval at which due endpoints are polled and the progress of all deliveries is stored. */
  readonly pollMs: number;
  /** Bounds of the delivery slots of this process. */
  readonly slots?: SlotBounds;
  readonly report: (error: unknown, webhookId: string | undefined) => void;
}

/** Delivers to the endpoints of a database, each process to some of them. */
export interface Dispatcher {
  /** Stops delivering to an endpoint that was changed, and looks for work at once. */
  changed(id: string): void;
  /** Ends all deliveries and releases the leases. */
  close(): Promise<void>;
}

const slotBounds: SlotBounds = {
  count: limits.webhooksDelivering,
  reserved: limits.webhooksDeliveringReserved,
  turnMs: limits.webhookTurnMs,
};

export function openDispatcher(deps: DispatcherDeps): Dispatcher {
  const { webhooks, now, pollMs, report, slots: bounds = slotBounds } = deps;
  const running = new Map<string, Delivering>();
  const slots = new Slots<Delivering>(bounds);
  const troubles = deduplicatedReports(report);
  let isClosed = false;
  let search: Promise<void> | undefined;

  function start(due: DueWebhook): void {
    const { id } = due;
    const delivering = new Delivering(due, now());
    const remove = slots.add(delivering);
    running.set(id, delivering);
    delivering.ended = deliver(id, delivering, { ...deps, report: troubles.report })
      .then(() => troubles.over(id))
      .catch((error: unknown) => troubles.report(error, id))
      .finally(() => {
        running.delete(id);
        remove();
        // Another endpoint waits for the slot.
        if (delivering.isLeaving) look();
      });
  }

  async function searchAll(): Promise<void> {
    const due = (await webhooks.due(now(), bounds.count)).filter(({ id }) => !running.has(id));
    if (!isClosed) assign(due, { slots, start, nowMs: now() });
  }

  function look(): void {
    if (isClosed) return;
    search ??= searchAll()
      .then(() => troubles.over(), troubles.report)
      .finally(() => {
        search = undefined;
      });
  }

  /** Stores the progress of all deliveries together, so that it takes one transaction. */
  function tick(): void {
    for (const delivering of running.values()) delivering.keep();
    look();
  }

  const timer = setInterval(tick, pollMs).unref();
  look();
  return {
    changed(id) {
      const known = running.get(id);
      known?.stop.abort();
      void Promise.resolve(known?.ended).then(look);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      for (const { stop } of running.values()) stop.abort();
      await search;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

async function deliver(id: string, delivering: Delivering, deps: DispatcherDeps): Promise<void> {
  const { webhooks, now, renewMs } = deps;
  const lease = randomUUID();
  const webhook = await webhooks.take(id, lease, now(), now() + 3 * renewMs);
  if (webhook === undefined) return;
  try {
    await delivering.run(new Runner(deps, webhook, lease));
  } catch (error) {
    deps.report(error, id);
    // Its cursor is of a ledger that was replaced: no position is correct until its owner decides where to continue.
    if (error instanceof Fault && error.reason === "STATE_INVALID") await disable(deps, id, lease);
    throw error;
  }
}

async function disable({ webhooks, now }: DispatcherDeps, id: string, lease: string): Promise<void> {
  const webhook = await webhooks.take(id, lease, now(), 0);
  if (webhook !== undefined) await webhooks.keep(id, lease, { ...webhook, state: "disabled", leaseUntilMs: 0 }, []);
}
