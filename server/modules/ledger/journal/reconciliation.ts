import type { Reconciliation } from "../engine/journal/journal.ts";
import { type Finding, findingText } from "../engine/replay/audit.ts";
import { journalBounds } from "./bounds.ts";
import { type ComparisonDeps, createComparison } from "./comparison.ts";

export interface ReconciliationDeps extends ComparisonDeps {
  readonly compareEveryMs?: number | undefined;
  /** Receives the number of findings of each comparison, and its time. */
  readonly compared?: (findings: number, atMs: number) => void;
}

/** Compares when asked, when the database is back after an outage, and periodically. */
export function createReconciliation({
  compareEveryMs = journalBounds.compareEveryMs,
  compared,
  ...deps
}: ReconciliationDeps): Reconciliation {
  const { journal, log } = deps;
  const comparison = createComparison(deps);
  const reported = new Set<string>();
  let work: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = work.then(task);
    work = result.catch(() => undefined);
    return result;
  }

  const compare = (isWhole: boolean) =>
    inTurn(async () => {
      const findings = await comparison.compare(isWhole);
      compared?.(findings.length, deps.now());
      report(findings);
      return findings;
    });

  function report(findings: readonly Finding[]): void {
    for (const text of findings.map(findingText)) {
      if (reported.has(text) || reported.size >= reportsMax) continue;
      reported.add(text);
      log.error({ finding: text }, "the database lacks a result that this process has acknowledged");
    }
  }

  function compareInBackground(isWhole: boolean): void {
    compare(isWhole).catch((error: unknown) =>
      log.warn({ err: error }, "could not compare acknowledged results with the database; it will be retried"),
    );
  }

  journal.onReturn(() => compareInBackground(true));
  const timer = setInterval(() => compareInBackground(false), compareEveryMs);
  timer.unref();
  return {
    compare: () => compare(true),
    dismiss: (ids) => inTurn(() => comparison.dismiss(ids)),
    async close() {
      clearInterval(timer);
      journal.onReturn(() => {});
      await work;
    },
  };
}

/** Most findings that a process logs. */
const reportsMax = 1_000;
