import { answer, type Decision } from "../../domain/entry/decision.ts";
import { orderDigest } from "../../domain/entry/digests.ts";
import { type Entry, type EntryKind, entryKinds, type PendingTransfer } from "../../domain/entry/entry.ts";
import { isHoldChange, isOfTransferOrder } from "../../domain/entry/kinds.ts";
import type { HoldRequest } from "../../domain/holds/requests.ts";
import type { ExchangeRequest, IssueRequest, Order, ReverseRequest, View } from "../../domain/requests.ts";

/** Returns the decision on an order whose id is already used; undefined if it is free, or its transaction is pending. */
export function previousOrder(request: Order, view: View): Decision | undefined {
  const entry = view.entry(request.id);
  if (entry !== undefined) {
    const isSame =
      isTransferOf(request.owner, entry) && (isVoid(entry) || isEqual(entry.requestDigest, request.requestDigest));
    return isSame ? replay(entry) : answer({ kind: "conflict" });
  }
  const pending = view.pending(request.id);
  if (pending === undefined || isSameOrder(request, pending)) return undefined;
  return answer({ kind: "conflict" });
}

/** Does the same for an exchange, and for administrators' requests. */
export function previousRequest(
  request: ExchangeRequest | IssueRequest | ReverseRequest,
  kind: EntryKind,
  view: View,
): Decision | undefined {
  const entry = view.entry(request.id);
  if (entry === undefined) return view.pending(request.id) === undefined ? undefined : answer({ kind: "conflict" });
  const isSame =
    entry.owner === request.owner && entry.kind === kind && isEqual(entry.requestDigest, request.requestDigest);
  return isSame ? replay(entry) : answer({ kind: "conflict" });
}

/** Does the same for a change of a hold, whose id may also have been voided. */
export function previousChange(request: HoldRequest, kind: EntryKind, view: View): Decision | undefined {
  const entry = view.entry(request.id);
  if (entry === undefined) return view.pending(request.id) === undefined ? undefined : answer({ kind: "conflict" });
  const isSame = isVoid(entry) || (entry.kind === kind && isEqual(entry.requestDigest, request.requestDigest));
  return isSame && entry.owner === request.owner ? replay(entry) : answer({ kind: "conflict" });
}

/** Whether an entry records the result of a transfer or hold of this sender. */
export function isTransferOf(owner: string, entry: Entry): boolean {
  return entry.owner === owner && (isOfTransferOrder(entry) || isVoid(entry));
}

/** Whether an entry records the result of something that this owner signs, and can void. */
export function isTransactionOf(owner: string, entry: Entry): boolean {
  return isTransferOf(owner, entry) || (isHoldChange(entry) && entry.owner === owner);
}

export function replay(entry: Entry): Decision {
  return answer({ kind: "entry", entry, isReplay: true });
}

/** A void replaces any transaction of its owner with this id. */
function isVoid(entry: Entry): boolean {
  return entry.kind === entryKinds.void;
}

function isSameOrder(request: Order, pending: PendingTransfer): boolean {
  return pending.sender === request.owner && isEqual(orderDigest(pending.order), request.requestDigest);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
