import { answer, type Decision, type Draft, entered } from "../../domain/entry/decision.ts";
import { type Entry, entryKinds } from "../../domain/entry/entry.ts";
import { type Parties, partiesOf } from "../../domain/entry/payments.ts";
import { descriptionCharactersMax, recordable } from "../../domain/entry/transfer-order.ts";
import { isAmount } from "../../domain/money.ts";
import type { ReversalFlaw, ReverseRequest, View } from "../../domain/requests.ts";
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

/** Returns the reason why a payment cannot be given back like this; undefined if it can. */
export function reversalFlaw(reversing: Reversing, view: View): ReversalFlaw | undefined {
  const { owner, recipient, asset, amount, reverses } = reversing;
  const paid = paidBy(view.entry(reverses), view);
  if (paid === undefined) return "reversal invalid";
  const isBack = paid.payer === recipient && paid.payee === owner && paid.asset === asset;
  if (!isBack) return "reversal invalid";
  return amount > paid.left ? "reversal exceeded" : undefined;
}

/** Gives a payment back for an administrator, even from a frozen wallet. A refused request is not recorded. */
export function decideReverse(request: ReverseRequest, view: View, nowMs: number): Decision {
  const earlier = previousRequest(request, entryKinds.reversal, view);
  if (earlier !== undefined) return earlier;
  const left = paidBy(view.entry(request.reverses), view)?.left ?? 0n;
  // If nothing is left, an amount of 1 makes the reversal fail.
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

/** Payment of an entry, and the part of it that can still be given back. */
interface Paid extends Parties {
  readonly asset: string;
  readonly left: bigint;
}

function paidBy(entry: Entry | undefined, view: View): Paid | undefined {
  const parties = entry && partiesOf(entry);
  if (entry === undefined || parties === undefined) return undefined;
  const { id, asset, amount, hold: part } = entry;
  const own = amount - view.reversed(id);
  if (part === undefined) return { ...parties, asset, left: own };
  const captured = view.hold(part.id)?.captured ?? 0n;
  // Before its first capture a hold has paid nothing.
  if (captured === 0n) return undefined;
  const ofHold = captured - view.reversed(part.id);
  return { ...parties, asset, left: entry.kind === entryKinds.capture && own < ofHold ? own : ofHold };
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
