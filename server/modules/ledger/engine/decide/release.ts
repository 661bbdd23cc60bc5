import { answer, type Decision, type Draft, entered } from "../../domain/entry/decision.ts";
import { entryKinds, type TransactionError, transactionErrors } from "../../domain/entry/entry.ts";
import { descriptionCharactersMax, idCharactersMax, recordable } from "../../domain/entry/transfer-order.ts";
import { expiryId, type Hold, holdStates, leftOf } from "../../domain/holds/hold.ts";
import type { EndRequest, ReleaseRequest } from "../../domain/holds/requests.ts";
import type { View } from "../../domain/requests.ts";
import { previousChange } from "./previous-decision.ts";

/**
 * Gives the rest of a hold back to its sender, as its recipient has signed. A frozen recipient may do so, since it
 * gives away nothing of its own.
 */
export function decideRelease(request: ReleaseRequest, view: View, nowMs: number): Decision {
  const earlier = previousChange(request, entryKinds.release, view);
  if (earlier !== undefined) return earlier;
  const hold = view.hold(request.holdId);
  const error = releaseError(request, hold, view, nowMs);
  const outcome = error === undefined ? 0 : transactionErrors[error];
  const isRecorded = request.isSigned && (outcome === 0 || request.onlyIfCompleted !== true);
  if (!isRecorded) return answer({ kind: "unsigned", error: outcome });
  return entered({ ...releaseDraft(request, hold, outcome, nowMs), ...signedParts(request) });
}

/** Returns the first rule broken by a release, if any. */
function releaseError(
  request: ReleaseRequest,
  hold: Hold | undefined,
  view: View,
  nowMs: number,
): TransactionError | undefined {
  const isExpired = request.expiresAtMs !== undefined && nowMs >= request.expiresAtMs;
  if (!request.isValid || isExpired) return "TX_ERROR_INVALID_TRANSACTION";
  if (view.wallet(request.owner) === undefined) return "TX_ERROR_INVALID_TRANSACTION";
  if (!request.isSigned) return "TX_ERROR_INVALID_SIGNATURE";
  if (hold?.recipient !== request.owner) return "TX_ERROR_HOLD_UNKNOWN";
  const isOpen = hold.state === holdStates.open && nowMs < hold.endsAtMs;
  return isOpen ? undefined : "TX_ERROR_HOLD_ENDED";
}

/**
 * Ends a hold for an administrator at any time, or automatically once its time is over. A refused request is not
 * recorded.
 */
export function decideEnd(request: EndRequest, view: View, nowMs: number): Decision {
  const earlier = previousChange(request, entryKinds.release, view);
  if (earlier !== undefined) return earlier;
  const hold = view.hold(request.holdId);
  const isOpen = hold?.state === holdStates.open && hold.recipient === request.owner;
  if (!isOpen) return answer({ kind: "refused", reason: "hold ended" });
  if (request.kind === "end") return entered(releaseDraft(request, hold, 0, nowMs));
  const isOver = nowMs >= hold.endsAtMs && request.id === expiryId(hold.id);
  return isOver ? entered(releaseDraft(request, hold, 0, nowMs)) : answer({ kind: "unknown" });
}

function signedParts({ order, keyId, signature }: ReleaseRequest): Pick<Draft, "order" | "keyId" | "signature"> {
  return { order, keyId, signature };
}

function releaseDraft(
  request: ReleaseRequest | EndRequest,
  hold: Hold | undefined,
  outcome: Draft["outcome"],
  nowMs: number,
): Draft {
  // The entry of somebody else reveals nothing about the hold.
  const own = hold?.recipient === request.owner ? hold : undefined;
  const left = own === undefined || outcome !== 0 ? { amount: 0n, fee: 0n } : leftOf(own);
  const id = recordable(request.holdId, idCharactersMax);
  return {
    id: request.id,
    kind: entryKinds.release,
    owner: request.owner,
    counterparty: own?.sender,
    asset: own?.asset ?? "",
    ...left,
    outcome,
    requestDigest: request.requestDigest,
    order: undefined,
    keyId: undefined,
    signature: undefined,
    description: "reference" in request ? recordable(request.reference, descriptionCharactersMax) : "",
    exchanged: undefined,
    hold: { id, endsAtMs: own?.endsAtMs ?? 0, returned: left.amount + left.fee },
    atMs: nowMs,
  };
}
