import type { Metrics } from "../../../core/metrics/metrics.ts";
import type { FileJournal } from "./journal.ts";

/** Offers the state of the journal of this process, and the latest comparison of it with the database. */
export function offerJournal(
  metrics: Metrics,
  journal: FileJournal,
): { compared(findings: number, atMs: number): void } {
  let last: { readonly findings: number; readonly atMs: number } | undefined;
  metrics.gauge(
    { name: "platonic.journal.files", help: "Files of the journal that are not yet compared for good", unit: "{file}" },
    () => journal.names.length,
  );
  metrics.gauge(
    {
      name: "platonic.journal.lost",
      help: "Acknowledged results that the database lacked at the last comparison",
      unit: "{result}",
    },
    () => last?.findings,
  );
  metrics.gauge(
    {
      name: "platonic.journal.compared.time",
      help: "Time of the last comparison of the journal, since 1970",
      unit: "s",
    },
    () => last && last.atMs / 1000,
  );
  return {
    compared(findings, atMs) {
      last = { findings, atMs };
    },
  };
}
