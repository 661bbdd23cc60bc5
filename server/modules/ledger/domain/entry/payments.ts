import { type Entry, entryKinds } from "./entry.ts";
import { kindFacts } from "./kinds.ts";

/** Who has paid, and who was paid. */
export interface Parties {
  readonly payer: string;
  readonly payee: string;
}

/**
 * Whether an entry pays somebody what can be given back: a completed transfer or capture, or a hold, which pays by its
 * captures. What gives something back itself does not.
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
 * Ids under which the reversal of an entry is counted: its own, and of a capture that of the hold, too, so that no more is
 * given back of a hold than was captured, whichever of the ids the reversals name.
 */
export function countedIds(reverses: string, reversed: Pick<Entry, "kind" | "hold"> | undefined): readonly string[] {
  return reversed?.kind === entryKinds.capture && reversed.hold !== undefined
    ? [reverses, reversed.hold.id]
    : [reverses];
}
