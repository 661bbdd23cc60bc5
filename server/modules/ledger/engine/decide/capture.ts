import { answer, type Decision, type Draft, entered } from "../../domain/entry/decision.ts";
import { entryKinds, type TransactionError, transactionErrors } from "../../domain/entry/entry.ts";
import { assetCharactersMax, idCharactersMax, recordable } from "../../domain/entry/transfer-order.ts";
import { captureFee, type Hold, holdStates, leftOf } from "../../domain/holds/hold.ts";
import type { CaptureRequest } from "../../domain/holds/requests.ts";
import { isAmount } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import type { View } from "../../domain/requests.ts";
import { overflows } from "./overflow.ts";
import { previousChange } from "./previous-decision.ts";

/**
 * Captures a hold in whole or in part. Like a transfer, a refused capture is recorded if the recipient has signed it.
 */
export function decideCapture(request: CaptureRequest, view: View, policy: Policy, nowMs: number): Decision {
  const earlier = previousChange(request, entryKinds.capture, view);
  if (earlier !== undefined) return earlier;
  const draft = captured(request, view, policy, nowMs);
  const isRecorded = request.isSigned && (draft.outcome === 0 || request.onlyIfCompleted !== true);
  return isRecorded ? entered(draft) : answer({ kind: "unsigned", error: draft.outcome });
}

/** Applies the rules in their order. */
function captured(request: CaptureRequest, view: View, policy: Policy, nowMs: number): Draft {
  const { owner, asset, amount, keepRest } = request;
  const hold = view.hold(request.holdId);
  const refused = (error: TransactionError) => captureDraft(request, hold, { error: transactionErrors[error] }, nowMs);
  const wallet = view.wallet(owner);
  const isExpired = request.expiresAtMs !== undefined && nowMs >= request.expiresAtMs;
  if (!request.isValid || isExpired || !policy.assets.has(asset)) return refused("TX_ERROR_INVALID_TRANSACTION");
  if (!isAmount(amount) || wallet === undefined || wallet.isFrozen) return refused("TX_ERROR_INVALID_TRANSACTION");
  if (!request.isSigned) return refused("TX_ERROR_INVALID_SIGNATURE");
  if (hold?.recipient !== owner || hold.asset !== asset) return refused("TX_ERROR_HOLD_UNKNOWN");
  if (hold.state !== holdStates.open || nowMs >= hold.endsAtMs) return refused("TX_ERROR_HOLD_ENDED");
  const left = leftOf(hold);
  if (amount > left.amount) return refused("TX_ERROR_INSUFFICIENT_FUNDS");
  const fee = captureFee(hold, amount);
  const returned = keepRest ? 0n : left.amount - amount + left.fee - fee;
  const draft = captureDraft(request, hold, { fee, returned }, nowMs);
  return overflows(draft, view) ? refused("TX_ERROR_LIMIT_EXCEEDED") : draft;
}

interface Terms {
  readonly error?: Draft["outcome"];
  readonly fee?: bigint;
  readonly returned?: bigint;
}

function captureDraft(
  request: CaptureRequest,
  hold: Hold | undefined,
  { error = 0, fee = 0n, returned = 0n }: Terms,
  nowMs: number,
): Draft {
  const { id, owner, asset, amount, requestDigest: digest, order, keyId, signature, holdId } = request;
  // The entry of somebody else reveals nothing about the hold.
  const own = hold?.recipient === owner ? hold : undefined;
  return {
    id,
    kind: entryKinds.capture,
    owner,
    counterparty: own?.sender,
    asset: recordable(asset, assetCharactersMax),
    amount: isAmount(amount) ? amount : 0n,
    fee,
    outcome: error,
    requestDigest: digest,
    order,
    keyId,
    signature,
    description: "",
    exchanged: undefined,
    hold: { id: recordable(holdId, idCharactersMax), endsAtMs: own?.endsAtMs ?? 0, returned },
    atMs: nowMs,
  };
}
