import { answer, type Decision, type Draft, entered } from "../../domain/entry/decision.ts";
import { entryKinds } from "../../domain/entry/entry.ts";
import { descriptionCharactersMax, recordable } from "../../domain/entry/transfer-order.ts";
import { isAmount } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import type { IssueRequest, View } from "../../domain/requests.ts";
import { overflows } from "./overflow.ts";
import { previousRequest } from "./previous-decision.ts";

/** Deposits or withdraws money. A refused request is not recorded. */
export function decideIssue(request: IssueRequest, view: View, policy: Policy, nowMs: number): Decision {
  const isDeposit = request.kind === "deposit";
  const earlier = previousRequest(request, isDeposit ? entryKinds.deposit : entryKinds.withdrawal, view);
  if (earlier !== undefined) return earlier;
  const { owner, asset, amount } = request;
  const wallet = view.wallet(owner);
  if (wallet === undefined || !policy.assets.has(asset)) return answer({ kind: "refused", reason: "wallet invalid" });
  // A frozen wallet can receive, but not send.
  if (wallet.isFrozen && !isDeposit) return answer({ kind: "refused", reason: "wallet invalid" });
  const isShort = !isDeposit && view.account(owner, asset).balance < amount;
  if (isShort) return answer({ kind: "refused", reason: "funds insufficient" });
  const draft = draftOf(request, nowMs);
  const isTooMuch = !isAmount(amount) || overflows(draft, view);
  return isTooMuch ? answer({ kind: "refused", reason: "too much" }) : entered(draft);
}

function draftOf(request: IssueRequest, nowMs: number): Draft {
  return {
    id: request.id,
    kind: request.kind === "deposit" ? entryKinds.deposit : entryKinds.withdrawal,
    owner: request.owner,
    counterparty: undefined,
    asset: request.asset,
    amount: request.amount,
    fee: 0n,
    outcome: 0,
    requestDigest: request.requestDigest,
    order: undefined,
    keyId: undefined,
    signature: undefined,
    description: recordable(request.reference, descriptionCharactersMax),
    exchanged: undefined,
    atMs: nowMs,
  };
}
