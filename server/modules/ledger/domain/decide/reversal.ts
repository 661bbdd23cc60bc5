import type { ReversalFlaw, ReverseRequest, View } from "../book.ts";
import { type Entry, entryKinds } from "../entry/entry.ts";
import { descriptionCharactersMax, recordable } from "../entry/transfer-order.ts";
import { isAmount } from "../money.ts";
import { answer, type Decision, type Draft, entered } from "./decision.ts";
import { overflows } from "./overflow.ts";
import { previousRequest } from "./previous-decision.ts";

/** Parties, asset and amount of a reversal: the owner gives back what it has received from the recipient. */
export interface Reversing {
  readonly owner: string;
  readonly recipient: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly reverses: string;
}

/** Returns why a transfer cannot be given back like this, if so. */
export function reversalFlaw(reversing: Reversing, view: View): ReversalFlaw | undefined {
  const { owner, recipient, asset, amount, reverses } = reversing;
  const original = view.entry(reverses);
  if (original === undefined || !isReversible(original)) return "reversal invalid";
  const isBack = original.owner === recipient && original.counterparty === owner && original.asset === asset;
  if (!isBack) return "reversal invalid";
  return amount > leftOf(original, view) ? "reversal exceeded" : undefined;
}

/** Whether an entry is a completed transfer that gives nothing back itself. */
export function isReversible({ kind, outcome, reverses }: Entry): boolean {
  return kind === entryKinds.transfer && outcome === 0 && reverses === undefined;
}

/** Gives a transfer back by an administrator, also from a frozen wallet. A refused request is not recorded. */
export function decideReverse(request: ReverseRequest, view: View, nowMs: number): Decision {
  const earlier = previousRequest(request, entryKinds.reversal, view);
  if (earlier !== undefined) return earlier;
  const original = view.entry(request.reverses);
  const left = original === undefined ? 0n : leftOf(original, view);
  // Nothing that is left is given back by no amount.
  const amount = request.amount ?? (left > 0n ? left : 1n);
  const flaw = reversalFlaw({ ...request, amount }, view);
  if (flaw !== undefined) return answer({ kind: "refused", reason: flaw });
  if (!isAmount(amount)) return answer({ kind: "refused", reason: "too much" });
  if (view.account(request.owner, request.asset).balance < amount) {
    return answer({ kind: "refused", reason: "funds insufficient" });
  }
  const draft = draftOf(request, amount, nowMs);
  return overflows(draft, view) ? answer({ kind: "refused", reason: "too much" }) : entered(draft);
}

function leftOf(original: Entry, view: View): bigint {
  return original.amount - view.reversed(original.id);
}

function draftOf(request: ReverseRequest, amount: bigint, nowMs: number): Draft {
  const { id, owner, recipient, asset, reverses, reference, requestDigest: digest } = request;
  return {
    id,
    kind: entryKinds.reversal,
    owner,
    counterparty: recipient,
    asset,
    amount,
    fee: 0n,
    outcome: 0,
    requestDigest: digest,
    order: undefined,
    keyId: undefined,
    signature: undefined,
    description: recordable(reference, descriptionCharactersMax),
    exchanged: undefined,
    reverses,
    atMs: nowMs,
  };
}
