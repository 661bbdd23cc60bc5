import { entryBytes, readEntry } from "../../domain/entry/chain.ts";
import type { Entry, PendingTransfer } from "../../domain/entry/entry.ts";
import type { Outcome } from "../../domain/requests.ts";

/** Results that a process is about to acknowledge to its callers, all of one batch. */
export interface Acknowledged {
  /** The written batch; undefined if the callers asked for earlier results, or only created transactions. */
  readonly batch: { readonly number: number; readonly hash: Uint8Array } | undefined;
  /** Canonical bytes of the entries, in the order of their sequence numbers. */
  readonly entries: readonly Uint8Array[];
  /** Unprocessed transactions that were created or requested again. */
  readonly pending: readonly PendingTransfer[];
}

/** A batch as it was written. */
interface Written {
  readonly batch: { readonly number: number; readonly hash: Uint8Array };
  readonly entries: readonly { readonly id: string; readonly bytes: Uint8Array }[];
}

/** Returns the results to acknowledge from outcomes; undefined if none concerns stored data. */
export function acknowledgedBy(outcomes: readonly Outcome[], written: Written | undefined): Acknowledged | undefined {
  const bytes = new Map<string, Uint8Array>((written?.entries ?? []).map((entry) => [entry.id, entry.bytes]));
  const pending = new Map<string, PendingTransfer>();
  for (const outcome of outcomes) {
    // A repeated request may get an entry of another process, whose journal may be lost with it.
    for (const entry of entriesIn(outcome)) if (!bytes.has(entry.id)) bytes.set(entry.id, entryBytes(entry));
    if (outcome.kind === "pending") pending.set(outcome.transfer.id, outcome.transfer);
  }
  if (bytes.size + pending.size === 0) return undefined;
  return { batch: written?.batch, entries: [...bytes.values()], pending: [...pending.values()] };
}

function entriesIn(outcome: Outcome): readonly Entry[] {
  if (outcome.kind === "entries") return outcome.entries;
  return outcome.kind === "entry" ? [outcome.entry] : [];
}

/** One acknowledged result. */
export type AcknowledgedItem =
  | { readonly kind: "entry"; readonly id: string; readonly entry: Entry; readonly bytes: Uint8Array }
  | { readonly kind: "pending"; readonly id: string; readonly transfer: PendingTransfer };

/** Returns the results of a batch one by one, in an order in which they can be reapplied. */
export function itemsOf({ entries, pending }: Acknowledged): AcknowledgedItem[] {
  return [
    ...entries.map((bytes): AcknowledgedItem => {
      const entry = readEntry(bytes);
      return { kind: "entry", id: entry.id, entry, bytes };
    }),
    ...pending.map((transfer): AcknowledgedItem => ({ kind: "pending", id: transfer.id, transfer })),
  ];
}
