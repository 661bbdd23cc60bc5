import type { Metrics } from "../../core/metrics/metrics.ts";
import type { Readings } from "./domain/process.ts";

/** Offers the readings of the last heartbeat. Returns their receiver. */
export function offerReadings(metrics: Metrics): (readings: Readings) => void {
  let last: Readings | undefined;
  metrics.gauge(
    {
      name: "nodejs.eventloop.utilization",
      help: "Share of time between the last two heartbeats in which the main thread was busy",
      unit: "1",
    },
    () => last?.utilization,
  );
  metrics.gauge(
    { name: "platonic.database.round_trip", help: "Duration of a query at the last heartbeat", unit: "s" },
    () => last && last.databaseMs / 1000,
  );
  metrics.gauge(
    { name: "platonic.clock.ahead", help: "Time by which the clock is ahead of the database's", unit: "s" },
    () => last && last.clockAheadMs / 1000,
  );
  return (readings) => {
    last = readings;
  };
}
