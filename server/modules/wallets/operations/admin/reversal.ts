import type { ReverseTransactionRequest } from "#contract/admin/v1/ledger_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Context } from "../../../../rpc/operations.ts";
import { requestDigest } from "../../../ledger/domain/entry/digests.ts";
import { type Entry, type EntryKind, entryKinds } from "../../../ledger/domain/entry/entry.ts";
import { type Parties, partiesOf } from "../../../ledger/domain/entry/payments.ts";
import { type Hold, holdStates } from "../../../ledger/domain/holds/hold.ts";
import type { AssetPolicy, Policy } from "../../../ledger/domain/policy.ts";
import type { Ledger, ReverseRequest } from "../../../ledger/domain/requests.ts";
import { submitted } from "../../../ledger/index.ts";
import { requireAmount } from "../../orders/amounts.ts";
import { idTaken, requestedId } from "../../orders/request-id.ts";

export interface ReversalDeps {
  readonly ledger: Ledger;
  readonly policy: Policy;
}

/** Reverses a transaction by an administrator, and returns the entry. */
export type Reverse = (request: ReverseTransactionRequest, caller: Context) => Promise<Entry>;

export function reversal({ ledger, policy }: ReversalDeps, now: () => number): Reverse {
  /** @throws Fault RESOURCE_NOT_FOUND or STATE_INVALID */
  async function reversible(id: string): Promise<Parties & Pick<Entry, "asset">> {
    const entry = await ledger.entry(id);
    if (entry === undefined) {
      if ((await ledger.pending(id)) !== undefined)
        throw new Fault("STATE_INVALID", "The transaction is not processed yet.");
      throw new Fault("RESOURCE_NOT_FOUND", "There is no transaction with this id.");
    }
    if (entry.reverses !== undefined) throw new Fault("STATE_INVALID", "The transaction is itself a reversal.");
    const parties = partiesOf(entry);
    if (parties === undefined) throw new Fault("STATE_INVALID", whyNot[entry.kind]);
    if (entry.kind === entryKinds.hold) requireCapture(await ledger.hold(id));
    return { ...parties, asset: entry.asset };
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
      owner: original.payee,
      recipient: original.payer,
      asset,
      amount,
      reverses: transactionId,
      reference,
      requestDigest: digest,
      record: (await caller.act?.prepare({ targets: [id] }))?.statements,
    };
    const outcome = await submitted(ledger, request, caller);
    if (outcome.kind === "entry") return outcome.entry;
    if (outcome.kind === "refused") throw refusalOf(outcome.reason, amount);
    throw idTaken("reversal_id", id);
  };
}

const failed = "The transaction failed; only completed transactions can be reversed.";

/** Says why entries of a kind, or failed ones, cannot be reversed. */
const whyNot: { readonly [Kind in EntryKind]: string } = {
  [entryKinds.transfer]: failed,
  [entryKinds.exchange]: "The id is that of an exchange, which cannot be reversed; its owner can exchange back.",
  [entryKinds.deposit]: "The id is that of a deposit, which cannot be reversed; withdraw the amount.",
  [entryKinds.withdrawal]: "The id is that of a withdrawal, which cannot be reversed; deposit the amount.",
  [entryKinds.void]: failed,
  [entryKinds.hold]: failed,
  [entryKinds.capture]: "The capture failed, so that nothing was paid by it.",
  [entryKinds.release]: "The id is that of the release of a hold, which has given the money back to its sender.",
  [entryKinds.reversal]: "The transaction is itself a reversal.",
};

/** @throws Fault STATE_INVALID for a hold without captures */
function requireCapture(hold: Hold | undefined): void {
  if (hold === undefined || hold.captured > 0n) return;
  const isOpen = hold.state === holdStates.open;
  throw new Fault(
    "STATE_INVALID",
    isOpen
      ? "Nothing of the hold is captured; release it to give it back."
      : "The hold has ended without a capture; its sender has the money back.",
  );
}

/** @throws Fault STATE_INVALID for an asset that is no longer in the policy, whose amounts cannot be read */
function requireTerms(policy: Policy, asset: string): AssetPolicy {
  const terms = policy.assets.get(asset);
  if (terms === undefined) throw new Fault("STATE_INVALID", `${asset} is no longer an asset of this service.`);
  return terms;
}

function refusalOf(reason: string, amount: bigint | undefined): Fault {
  if (reason === "funds insufficient") return new Fault("STATE_INVALID", "The recipient does not hold this amount.");
  if (reason === "reversal exceeded") {
    const all = "All of the transaction is given back already.";
    return new Fault("STATE_INVALID", amount === undefined ? all : "Less than this is left of the transaction.");
  }
  return new Fault("STATE_INVALID", "The transaction cannot be reversed.");
}
