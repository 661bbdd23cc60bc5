import { Histogram, secondsBounds } from "../../core/metrics/histogram.ts";
import { LabelledHistograms } from "../../core/metrics/labelled-histograms.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { Ledger } from "./domain/requests.ts";
import { type BatchMeasurements, batchParts } from "./store/measured-batches.ts";

const sizeBounds: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
/** Overdue holds that a reading counts; more of them need the same attention. */
const overdueMax = 500;

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

/** Offers the state of the ledger, and the holds that this process has ended because their time was over. */
export function offerLedger(
  metrics: Metrics,
  { ledger, expired, now }: { readonly ledger: Ledger; readonly expired: () => number; readonly now: () => number },
): void {
  metrics.gauge(
    { name: "platonic.ledger.queue", help: "Share of the queue of the ledger that is full", unit: "1" },
    () => ledger.load,
  );
  metrics.gauge(
    { name: "platonic.ledger.head.time", help: "Time of the last batch of the ledger, since 1970", unit: "s" },
    async () => {
      const head = await ledger.batchAt(Number.MAX_SAFE_INTEGER);
      return head && head.atMs / 1000;
    },
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
