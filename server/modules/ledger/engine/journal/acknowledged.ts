import { entryBytes, readEntry } from "../../domain/entry/chain.ts";
import type { Entry, PendingTransfer } from "../../domain/entry/entry.ts";
import type { Outcome } from "../../domain/requests.ts";

/** Results that a process is about to tell its callers, all of one batch. */
export interface Acknowledged {
  /** The batch that was written; undefined if the callers asked for what was stored before, or only created. */
  readonly batch: { readonly number: number; readonly hash: Uint8Array } | undefined;
  /** Canonical bytes of the entries, in the order of their sequence numbers. */
  readonly entries: readonly Uint8Array[];
  /** Transactions that were created, or asked for again, and are not processed. */
  readonly pending: readonly PendingTransfer[];
}

/** A batch as it was written. */
interface Written {
  readonly batch: { readonly number: number; readonly hash: Uint8Array };
  readonly entries: readonly { readonly id: string; readonly bytes: Uint8Array }[];
}

/** Returns what the outcomes tell; undefined if none tells of anything stored. */
export function acknowledgedBy(outcomes: readonly Outcome[], written: Written | undefined): Acknowledged | undefined {
  const bytes = new Map<string, Uint8Array>((written?.entries ?? []).map((entry) => [entry.id, entry.bytes]));
  const pending = new Map<string, PendingTransfer>();
  for (const outcome of outcomes) {
    // A repeated request may get an entry of another process, which may be gone with its journal.
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

/** One result that was told. */
export type AcknowledgedItem =
  | { readonly kind: "entry"; readonly id: string; readonly entry: Entry; readonly bytes: Uint8Array }
  | { readonly kind: "pending"; readonly id: string; readonly transfer: PendingTransfer };

/** Returns the results of a batch one by one, in the order in which they can be made again. */
export function toldBy({ entries, pending }: Acknowledged): AcknowledgedItem[] {
  return [
    ...entries.map((bytes): AcknowledgedItem => {
      const entry = readEntry(bytes);
      return { kind: "entry", id: entry.id, entry, bytes };
    }),
    ...pending.map((transfer): AcknowledgedItem => ({ kind: "pending", id: transfer.id, transfer })),
  ];
}
