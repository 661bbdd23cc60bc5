import { type Entry, entryKinds } from "./entry.ts";
import { kindFacts } from "./kinds.ts";

/** Payer and payee. */
export interface Parties {
  readonly payer: string;
  readonly payee: string;
}

/**
 * Whether an entry makes a payment that can be given back: a completed transfer or capture, or a hold, which pays
 * through its captures. An entry that gives something back does not.
 */
export function isReversible({ kind, outcome, reverses }: Pick<Entry, "kind" | "outcome" | "reverses">): boolean {
  return kindFacts[kind].pays && outcome === 0 && reverses === undefined;
}

/** Returns the parties of an entry that can be given back. The recipient of a hold owns its captures. */
export function partiesOf(entry: Entry): Parties | undefined {
  const { kind, owner, counterparty } = entry;
  if (!isReversible(entry) || counterparty === undefined) return undefined;
  return kind === entryKinds.capture ? { payer: counterparty, payee: owner } : { payer: owner, payee: counterparty };
}

/**
 * Returns the ids under which the reversal of an entry is counted: its own, and for a capture also that of the hold, so
 * that no more of a hold is given back than was captured, whichever id the reversals name.
 */
export function countedIds(reverses: string, reversed: Pick<Entry, "kind" | "hold"> | undefined): readonly string[] {
  return reversed?.kind === entryKinds.capture && reversed.hold !== undefined
    ? [reverses, reversed.hold.id]
    : [reverses];
}
