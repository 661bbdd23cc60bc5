import type { EntityManager } from "typeorm";
import type { LastStatements } from "../../../core/alongside.ts";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import { into } from "../../../database/column-list.ts";
import { selectRows } from "../../../database/statements.ts";
import type { Ledger, Outcome } from "../domain/requests.ts";
import { type EntryTrace, traceColumns } from "./trace-row.ts";

/** Entries behind the last one whose traces are kept. */
export const tracedEntriesMax = 100_000;

/** Rows of one statement. */
const rowsMax = 500;

/**
 * Returns the statements that store which calls have made the new entries of a batch; undefined if nobody records these
 * calls. They remove what is older than the bound, so that the table does not grow with the ledger.
 *
 * @param calls span of the call of each request
 */
export function tracesOf(
  outcomes: readonly Outcome[],
  calls: readonly (TraceContext | undefined)[],
): LastStatements | undefined {
  const rows = outcomes.flatMap((outcome, index): EntryTrace[] => {
    const call = calls[index];
    return call === undefined ? [] : sequencesOf(outcome).map((sequence) => ({ sequence, ...idsOf(call) }));
  });
  const [first] = rows;
  if (first === undefined) return undefined;
  return function* () {
    for (let at = 0; at < rows.length; at += rowsMax) {
      const some = rows.slice(at, at + rowsMax);
      const values = some.flatMap(({ sequence, traceId, spanId }) => [BigInt(sequence), traceId, spanId]);
      yield { sql: `INSERT ${into(traceColumns, some.length)}`, values };
    }
    const oldest = BigInt(first.sequence - tracedEntriesMax);
    yield { sql: "DELETE FROM ledger_traces WHERE sequence < ?", values: [oldest] };
  };
}

function idsOf({ traceId, spanId }: TraceContext) {
  return { traceId, spanId };
}

/** Returns the sequence numbers of the entries that a request has made. */
function sequencesOf(outcome: Outcome): number[] {
  if (outcome.kind === "entry") return outcome.isReplay ? [] : [outcome.entry.sequence];
  if (outcome.kind === "entries") return outcome.isReplay ? [] : outcome.entries.map(({ sequence }) => sequence);
  return [];
}

/** Queries about the traces of entries. */
export function traceReads(manager: EntityManager): Pick<Ledger, "callOf"> {
  return {
    async callOf(sequence) {
      const [row] = await selectRows(manager, traceColumns, "sequence = ?", [BigInt(sequence)]);
      return row && { traceId: row.traceId, spanId: row.spanId, isSampled: true, state: "" };
    },
  };
}
