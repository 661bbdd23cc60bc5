import { type EntryKind, entryKinds } from "../../../ledger/domain/entry/entry.ts";
import { isHoldChange, isOfTransferOrder } from "../../../ledger/domain/entry/kinds.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import { pendingResult, resultOf } from "../../messages/transfer-message.ts";

/** Returns the result of a sender's transaction; undefined if the sender has none with this id. */
export async function resultOfId(ledger: Pick<Ledger, "pending" | "entry">, id: string, sender: string) {
  const pending = await ledger.pending(id);
  if (pending !== undefined) return pending.sender === sender ? pendingResult(id) : undefined;
  const entry = await ledger.entry(id);
  return entry?.owner === sender && isOfTransaction(entry) ? resultOf(entry) : undefined;
}

/** Whether an entry records the result of a transfer or hold. */
export function isOfTransfer({ kind }: { readonly kind: EntryKind }): boolean {
  return isOfTransferOrder({ kind }) || kind === entryKinds.void;
}

/** Whether an entry records the result of something that its owner signs. */
function isOfTransaction({ kind }: { readonly kind: EntryKind }): boolean {
  return isOfTransfer({ kind }) || isHoldChange({ kind });
}
