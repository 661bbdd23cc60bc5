import type { Ledger } from "../../domain/book.ts";
import { entryKinds } from "../../domain/entry/entry.ts";
import { pendingResult, resultOf } from "./message.ts";

/** Returns the result of a sender's transaction; undefined if the sender has none of this id. */
export async function resultOfId(ledger: Pick<Ledger, "pending" | "entry">, id: string, sender: string) {
  const pending = await ledger.pending(id);
  if (pending !== undefined) return pending.sender === sender ? pendingResult(id) : undefined;
  const entry = await ledger.entry(id);
  return entry?.owner === sender && isOfTransaction(entry) ? resultOf(entry) : undefined;
}

/** Whether an entry records the result of a transfer or hold. */
export function isOfTransfer({ kind }: { readonly kind: number }): boolean {
  return kind === entryKinds.transfer || kind === entryKinds.hold || kind === entryKinds.void;
}

/** Whether an entry records the result of anything that its owner signs. */
function isOfTransaction({ kind }: { readonly kind: number }): boolean {
  return isOfTransfer({ kind }) || kind === entryKinds.capture || kind === entryKinds.release;
}
