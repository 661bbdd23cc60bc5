import { randomUUID } from "node:crypto";
import { Fault } from "../../../core/fault.ts";
import { limits } from "../../../core/limits.ts";
import { Runner, type RunnerDeps } from "./runner.ts";
import { troubleReports } from "./troubles.ts";

export interface DispatcherDeps extends RunnerDeps {
  /** Interval in which endpoints are looked for, and in which what was delivered to all of them is kept. */
  readonly pollMs: number;
  readonly report: (error: unknown, webhookId: string | undefined) => void;
}

/** Delivers to the endpoints of a database, of which each process takes some. */
export interface Dispatcher {
  /** Stops delivering to an endpoint that was changed, and looks for work at once. */
  changed(id: string): void;
  /** Ends all deliveries, and gives the leases back. */
  close(): Promise<void>;
}

export function openDispatcher(deps: DispatcherDeps): Dispatcher {
  const { webhooks, now, pollMs, renewMs, report } = deps;
  const running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  const runners = new Set<Runner>();
  const troubles = troubleReports(report);
  let isClosed = false;
  let search: Promise<void> | undefined;

  async function run(id: string, stop: AbortController): Promise<void> {
    const lease = randomUUID();
    try {
      const webhook = await webhooks.take(id, lease, now(), now() + 3 * renewMs);
      if (webhook === undefined) return;
      const runner = new Runner(deps, webhook, lease);
      runners.add(runner);
      await runner.run(stop.signal).finally(() => runners.delete(runner));
      troubles.over(id);
    } catch (error) {
      troubles.report(error, id);
      // Its cursor is of a ledger that was replaced: nothing would be right until its owner decides from where to go on.
      if (error instanceof Fault && error.reason === "STATE_INVALID") await disable(deps, id, lease);
    }
  }

  async function searchAll(): Promise<void> {
    const free = limits.webhooksDelivering - running.size;
    if (free <= 0) return;
    for (const id of await webhooks.due(now(), free)) {
      if (isClosed || running.has(id)) continue;
      const stop = new AbortController();
      const ended = run(id, stop)
        .catch((error: unknown) => troubles.report(error, id))
        .finally(() => running.delete(id));
      running.set(id, { stop, ended });
    }
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
    for (const runner of runners) runner.keep();
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

async function disable({ webhooks, now }: DispatcherDeps, id: string, lease: string): Promise<void> {
  const webhook = await webhooks.take(id, lease, now(), 0);
  if (webhook !== undefined) await webhooks.keep(id, lease, { ...webhook, state: "disabled", leaseUntilMs: 0 }, []);
}
