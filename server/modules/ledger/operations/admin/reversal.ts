import type { ReverseTransactionRequest } from "../../../../../gen/es/platonic/admin/v1/ledger_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Context } from "../../../../rpc/operations.ts";
import type { Ledger, ReverseRequest } from "../../domain/book.ts";
import { isReversible } from "../../domain/decide/reversal.ts";
import { requestDigest } from "../../domain/entry/digests.ts";
import { type Entry, entryKinds } from "../../domain/entry/entry.ts";
import type { AssetPolicy, Policy } from "../../domain/policy.ts";
import { requireAmount } from "../amounts.ts";
import { requestedId } from "../transfers/orders.ts";
import { isOfTransfer } from "../transfers/results.ts";
import { idTaken, submitted } from "../transfers/submission.ts";

export interface ReversalDeps {
  readonly ledger: Ledger;
  readonly policy: Policy;
}

/** Reverses a transaction by an administrator, and returns the entry. */
export type Reverse = (request: ReverseTransactionRequest, caller: Context) => Promise<Entry>;

export function reversal({ ledger, policy }: ReversalDeps, now: () => number): Reverse {
  /** @throws Fault RESOURCE_NOT_FOUND or STATE_INVALID */
  async function reversible(id: string): Promise<Entry & { readonly counterparty: string }> {
    const entry = await ledger.entry(id);
    if (entry === undefined || !isOfTransfer(entry)) {
      if ((await ledger.pending(id)) !== undefined)
        throw new Fault("STATE_INVALID", "The transaction is not processed yet.");
      throw new Fault("RESOURCE_NOT_FOUND", "There is no transaction with this id.");
    }
    const { counterparty } = entry;
    if (entry.reverses !== undefined) throw new Fault("STATE_INVALID", "The transaction is itself a reversal.");
    if (entry.kind === entryKinds.hold) throw new Fault("STATE_INVALID", "The transaction is a hold; release it.");
    if (!isReversible(entry) || counterparty === undefined) {
      throw new Fault("STATE_INVALID", "The transaction failed; only completed transactions can be reversed.");
    }
    return { ...entry, counterparty };
  }

  return async ({ transactionId, amount: asked, reference, reversalId }, caller) => {
    const original = await reversible(transactionId);
    const { asset } = original;
    const amount = asked && requireAmount(asked, requireTerms(policy, asset));
    const id = requestedId(reversalId, "reversal_id", choicesOf(caller, now()));
    const digest = requestDigest("reverse", [id, transactionId, amount === undefined ? "" : String(amount), reference]);
    const request: ReverseRequest = {
      kind: "reverse",
      id,
      owner: original.counterparty,
      recipient: original.owner,
      asset,
      amount,
      reverses: transactionId,
      reference,
      requestDigest: digest,
    };
    const outcome = await submitted(ledger, request, caller);
    if (outcome.kind === "entry") return outcome.entry;
    if (outcome.kind === "refused") throw refusalOf(outcome.reason);
    throw idTaken("reversal_id", id);
  };
}

/** @throws Fault STATE_INVALID for an asset that is no longer in the policy, whose amounts cannot be read */
function requireTerms(policy: Policy, asset: string): AssetPolicy {
  const terms = policy.assets.get(asset);
  if (terms === undefined) throw new Fault("STATE_INVALID", `${asset} is no longer an asset of this service.`);
  return terms;
}

function refusalOf(reason: string): Fault {
  if (reason === "funds insufficient") return new Fault("STATE_INVALID", "The recipient does not hold this amount.");
  if (reason === "reversal exceeded") return new Fault("STATE_INVALID", "Less than this is left of the transaction.");
  return new Fault("STATE_INVALID", "The transaction cannot be reversed.");
}
