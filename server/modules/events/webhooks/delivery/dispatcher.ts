import { randomUUID } from "node:crypto";
import { Fault } from "../../../../core/fault.ts";
import { limits } from "../../../../core/limits.ts";
import type { DueWebhook } from "../domain/webhook.ts";
import { assign, Delivering } from "./delivering.ts";
import { deduplicatedReports } from "./error-deduplication.ts";
import { type PlaceBounds, Places } from "./places.ts";
import { Runner, type RunnerDeps } from "./runner.ts";

export interface DispatcherDeps extends RunnerDeps {
  /** Interval in which endpoints are looked for, and in which what was delivered to all of them is kept. */
  readonly pollMs: number;
  /** Bounds of the places at which this process delivers. */
  readonly places?: PlaceBounds;
  readonly report: (error: unknown, webhookId: string | undefined) => void;
}

/** Delivers to the endpoints of a database, of which each process takes some. */
export interface Dispatcher {
  /** Stops delivering to an endpoint that was changed, and looks for work at once. */
  changed(id: string): void;
  /** Ends all deliveries, and gives the leases back. */
  close(): Promise<void>;
}

const placeBounds: PlaceBounds = {
  count: limits.webhooksDelivering,
  reserved: limits.webhooksDeliveringReserved,
  turnMs: limits.webhookTurnMs,
};

export function openDispatcher(deps: DispatcherDeps): Dispatcher {
  const { webhooks, now, pollMs, report, places: bounds = placeBounds } = deps;
  const running = new Map<string, Delivering>();
  const places = new Places<Delivering>(bounds);
  const troubles = deduplicatedReports(report);
  let isClosed = false;
  let search: Promise<void> | undefined;

  function start(due: DueWebhook): void {
    const { id } = due;
    const delivering = new Delivering(due, now());
    const remove = places.add(delivering);
    running.set(id, delivering);
    delivering.ended = deliver(id, delivering, { ...deps, report: troubles.report })
      .then(() => troubles.over(id))
      .catch((error: unknown) => troubles.report(error, id))
      .finally(() => {
        running.delete(id);
        remove();
        // Somebody waits for its place.
        if (delivering.isLeaving) look();
      });
  }

  async function searchAll(): Promise<void> {
    const due = (await webhooks.due(now(), bounds.count)).filter(({ id }) => !running.has(id));
    if (!isClosed) assign(due, { places, start, nowMs: now() });
  }

  function look(): void {
    if (isClosed) return;
    search ??= searchAll()
      .then(() => troubles.over(), troubles.report)
      .finally(() => {
        search = undefined;
      });
  }

  /** Keeps what all have delivered at once, so that one transaction does. */
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
    // Its cursor is of a ledger that was replaced: nothing would be right until its owner decides from where to go on.
    if (error instanceof Fault && error.reason === "STATE_INVALID") await disable(deps, id, lease);
    throw error;
  }
}

async function disable({ webhooks, now }: DispatcherDeps, id: string, lease: string): Promise<void> {
  const webhook = await webhooks.take(id, lease, now(), 0);
  if (webhook !== undefined) await webhooks.keep(id, lease, { ...webhook, state: "disabled", leaseUntilMs: 0 }, []);
}
