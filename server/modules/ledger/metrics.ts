import type { Logger } from "pino";
import { Histogram, secondsBounds } from "../../core/metrics/histogram.ts";
import { LabelledHistograms } from "../../core/metrics/labelled-histograms.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import { shared } from "../../core/metrics/readings.ts";
import type { LedgerCheck } from "./check.ts";
import type { Ledger } from "./domain/requests.ts";
import { type BatchMeasurements, batchParts } from "./store/measured-batches.ts";

const sizeBounds: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
/** Overdue holds and pending transactions that a reading counts; more of them need the same attention. */
const overdueMax = 500;
const pendingMax = 10_000;

/** Returns the receiver of what batches take, which it offers as metrics. */
export function batchMeasurements(metrics: Metrics): BatchMeasurements {
  const steps = new LabelledHistograms("step", batchParts, secondsBounds);
  const sizes = new Histogram(sizeBounds);
  let failures = 0;
  metrics.histogram(
    { name: "platonic.ledger.batch.duration", help: "Duration of each step of a batch of the ledger", unit: "s" },
    steps.read,
  );
  metrics.histogram(
    { name: "platonic.ledger.batch.size", help: "Requests in a batch of the ledger", unit: "{request}" },
    () => [{ labels: {}, value: sizes }],
  );
  metrics.counter(
    {
      name: "platonic.ledger.batch.failures",
      help: "Batches of the ledger that could not be written",
      unit: "{batch}",
    },
    () => failures,
  );
  return {
    step: (step, ms) => steps.record(step, ms / 1000),
    written: (requests) => sizes.record(requests),
    failed: () => void failures++,
  };
}

/** Returns the receiver of threads of the ledger that have ended without having been asked to, which it logs and counts. */
export function lostThreads(metrics: Metrics, log: Logger): (error: unknown) => void {
  let count = 0;
  metrics.counter(
    {
      name: "platonic.ledger.threads.lost",
      help: "Threads of the ledger that have ended although they should not have",
      unit: "{thread}",
    },
    () => count,
  );
  return (error) => {
    count++;
    log.error({ err: error }, "the ledger's thread has ended; the next order starts another one");
  };
}

export interface LedgerState {
  readonly ledger: Ledger;
  readonly check: Pick<LedgerCheck, "last">;
  /** Number of holds that this process has ended because their time was over. */
  readonly expired: () => number;
  readonly now: () => number;
}

/** Offers the state of the ledger, of its checks and of its holds. */
export function offerLedger(metrics: Metrics, state: LedgerState): void {
  const { ledger } = state;
  metrics.gauge(
    { name: "platonic.ledger.queue", help: "Share of the queue of the ledger that is full", unit: "1" },
    () => ledger.load,
  );
  offerHead(metrics, state);
  offerWaiting(metrics, state);
  offerCheck(metrics, state);
}

function offerHead(metrics: Metrics, { ledger }: LedgerState): void {
  const head = shared(() => ledger.batchAt(Number.MAX_SAFE_INTEGER));
  metrics.gauge(
    { name: "platonic.ledger.head.time", help: "Time of the last batch of the ledger, since 1970", unit: "s" },
    async () => {
      const batch = await head();
      return batch && batch.atMs / 1000;
    },
  );
  metrics.gauge(
    { name: "platonic.ledger.entries", help: "Entries of the ledger", unit: "{entry}" },
    async () => (await head())?.lastSequence ?? 0,
  );
  metrics.gauge(
    { name: "platonic.ledger.batches", help: "Batches of the ledger", unit: "{batch}" },
    async () => (await head())?.number ?? 0,
  );
}

/** Offers what waits for its parties, and for its time. */
function offerWaiting(metrics: Metrics, { ledger, expired, now }: LedgerState): void {
  const pending = `Transactions that are created and not processed, up to ${pendingMax}`;
  metrics.gauge({ name: "platonic.ledger.pending", help: pending, unit: "{transaction}" }, () =>
    ledger.pendingCount(pendingMax),
  );
  const overdue = `Holds whose time is over and which have not ended, up to ${overdueMax}`;
  metrics.gauge({ name: "platonic.ledger.holds.overdue", help: overdue, unit: "{hold}" }, async () => {
    return (await ledger.overdueHolds(now(), overdueMax)).length;
  });
  metrics.counter(
    { name: "platonic.ledger.holds.expired", help: "Holds that this process has ended in time", unit: "{hold}" },
    expired,
  );
}

/** Offers the last check of the ledger by this process that has ended. */
function offerCheck(metrics: Metrics, { check }: LedgerState): void {
  const ended = () => (check.last?.endedAtMs === undefined ? undefined : check.last);
  metrics.gauge(
    { name: "platonic.ledger.check.findings", help: "Findings of this process's last check", unit: "{finding}" },
    () => ended()?.audit.findings.length,
  );
  metrics.gauge(
    {
      name: "platonic.ledger.check.time",
      help: "End of this process's last check of the ledger, since 1970",
      unit: "s",
    },
    () => {
      const { endedAtMs } = ended() ?? {};
      return endedAtMs && endedAtMs / 1000;
    },
  );
}
