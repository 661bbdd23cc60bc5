import { secondsBounds } from "../../core/metrics/histogram.ts";
import { LabelledHistograms } from "../../core/metrics/labelled-histograms.ts";
import type { Metrics } from "../../core/metrics/metrics.ts";
import type { Database } from "../../database/source.ts";
import type { DatabaseWatch } from "../database-watch.ts";

/** Measures the transactions of a database. Those of the ledger have metrics of their own. */
export function measuredDatabase(database: Database, metrics: Metrics): Database {
  const durations = new LabelledHistograms("outcome", ["stored", "failed"], secondsBounds);
  let underWay = 0;
  metrics.histogram(
    { name: "platonic.database.transaction.duration", help: "Duration of transactions, with their retries", unit: "s" },
    durations.read,
  );
  metrics.gauge(
    { name: "platonic.database.transactions", help: "Transactions that are under way or wait", unit: "{transaction}" },
    () => underWay,
  );
  const transact: Database["transact"] = async (work) => {
    const startedMs = performance.now();
    let outcome: "stored" | "failed" = "failed";
    underWay++;
    try {
      const result = await database.transact(work);
      outcome = "stored";
      return result;
    } finally {
      underWay--;
      durations.record(outcome, (performance.now() - startedMs) / 1000);
    }
  };
  return { ...database, transact };
}

/** Offers the outages of the database, as this process meets them. */
export function offerOutages(metrics: Metrics, watch: Pick<DatabaseWatch, "outages">): void {
  metrics.counter(
    { name: "platonic.database.outages", help: "Outages of the database that this process has met", unit: "{outage}" },
    () => watch.outages.count,
  );
  metrics.gauge(
    { name: "platonic.database.away", help: "Whether the database is away, 1, or not, 0", unit: "{outage}" },
    () => (watch.outages.isAway ? 1 : 0),
  );
}
