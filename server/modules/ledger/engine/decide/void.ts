import { sha256 } from "../../../../core/sha256.ts";
import { answer, type Decision, type Draft, entered } from "../../domain/entry/decision.ts";
import { asRequestDigest } from "../../domain/entry/digests.ts";
import { entryKinds, transactionErrors } from "../../domain/entry/entry.ts";
import { factsOfPending, transferDraft } from "../../domain/entry/transfer-order.ts";
import type { View, VoidRequest } from "../../domain/requests.ts";
import { isTransactionOf, replay } from "./previous-decision.ts";

/** Returns the result of a transaction. Voids an unprocessed one, so that it never will be processed. */
export function decideVoid(request: VoidRequest, view: View, nowMs: number): Decision {
  const entry = view.entry(request.id);
  if (entry !== undefined) return isTransactionOf(request.owner, entry) ? replay(entry) : answer({ kind: "conflict" });
  const pending = view.pending(request.id);
  if (pending === undefined) return entered(tombstone(request, nowMs));
  if (pending.sender !== request.owner) return answer({ kind: "conflict" });
  return entered(transferDraft(factsOfPending(pending, false), failure, undefined, nowMs), true);
}

const failure = transactionErrors.TX_ERROR_CHANNEL_FAILURE;

/** An entry that occupies the id of a transaction, so that it can never be processed. */
function tombstone({ id, owner }: VoidRequest, nowMs: number): Draft {
  return {
    id,
    kind: entryKinds.void,
    owner,
    counterparty: undefined,
    asset: "",
    amount: 0n,
    fee: 0n,
    outcome: failure,
    requestDigest: asRequestDigest(sha256(`platonic ledger seal v1\n${id}\n${owner}`)),
    order: undefined,
    keyId: undefined,
    signature: undefined,
    description: "",
    exchanged: undefined,
    atMs: nowMs,
  };
}
