import { levelAt } from "../../../../core/level-expiry.ts";
import { answer, type Decision, type Draft, entered } from "../../domain/entry/decision.ts";
import { type Exchanged, type TransactionError, transactionErrors } from "../../domain/entry/entry.ts";
import {
  factsOf,
  factsOfPending,
  isLegal,
  type TransferFacts,
  transferDraft,
} from "../../domain/entry/transfer-order.ts";
import type { Policy } from "../../domain/policy.ts";
import type { CreateRequest, PendingRequest, TransferRequest, View } from "../../domain/requests.ts";
import { autoExchange } from "./auto-exchange.ts";
import { exceedsLimit } from "./limits.ts";
import { overflows } from "./overflow.ts";
import { isTransferOf, previousOrder, replay } from "./previous-decision.ts";
import { reversalFlaw } from "./reversal.ts";

/**
 * Creates a transaction for later processing. Its fee is fixed now; all rules are checked at processing, which also
 * exchanges a missing amount.
 */
export function decideCreate(request: CreateRequest, view: View, policy: Policy, nowMs: number): Decision {
  const earlier = previousOrder(request, view);
  if (earlier !== undefined) return earlier;
  const pending = view.pending(request.id);
  if (pending !== undefined) return answer({ kind: "pending", transfer: pending, isReplay: true });
  const facts = factsOf(request, request.isSigned, policy);
  const wallet = view.wallet(request.owner);
  if (!isLegal(facts, policy, nowMs)) return answer({ kind: "nothing", reason: "wallet invalid" });
  if (wallet === undefined || wallet.isFrozen) return answer({ kind: "nothing", reason: "wallet invalid" });
  if (!request.isSigned) return answer({ kind: "nothing", reason: "signature invalid" });
  const { id, owner, recipient, asset, amount, description, order, keyId, signature, reverses } = request;
  const flaw = reverses === undefined ? undefined : reversalFlaw({ ...request, reverses }, view);
  if (flaw !== undefined) return answer({ kind: "nothing", reason: flaw });
  const { balance } = view.account(owner, asset);
  const exchanges = () => wallet.autoExchange && missingExchange(facts, view, policy) !== undefined;
  if (balance < amount && !exchanges()) return answer({ kind: "nothing", reason: "funds insufficient" });
  const transfer = {
    id,
    sender: owner,
    recipient,
    asset,
    amount,
    fee: facts.fee,
    description,
    order,
    keyId,
    signature,
    reverses,
  };
  return { kind: "pending", transfer: { ...transfer, createdAtMs: nowMs } };
}

/** Creates and processes a transaction, or processes the pending one of the same order. */
export function decideTransfer(request: TransferRequest, view: View, policy: Policy, nowMs: number): Decision {
  const earlier = previousOrder(request, view);
  if (earlier !== undefined) return earlier;
  const facts = { ...factsOf(request, request.isSigned, policy), levelMax: request.levelMax };
  const pending = view.pending(request.id);
  // The fee of a pending one was fixed, and checked against the order, at creation. The signature is the one checked
  // now.
  const fixed = pending === undefined ? facts : { ...facts, fee: pending.fee, feeMax: undefined };
  const draft = processed(fixed, view, policy, nowMs);
  const isRecorded = request.isSigned && (draft.outcome === 0 || request.onlyIfCompleted !== true);
  return isRecorded ? entered(draft, pending !== undefined) : answer({ kind: "unsigned", error: draft.outcome });
}

/** Processes a pending transaction. */
export function decideExecute(request: PendingRequest, view: View, policy: Policy, nowMs: number): Decision {
  const entry = view.entry(request.id);
  if (entry !== undefined) return isTransferOf(request.owner, entry) ? replay(entry) : answer({ kind: "unknown" });
  const pending = view.pending(request.id);
  if (pending === undefined || pending.sender !== request.owner) return answer({ kind: "unknown" });
  const facts = factsOfPending(pending, request.isSigned, request);
  return entered(processed({ ...facts, levelMax: request.levelMax }, view, policy, nowMs), true);
}

/** Applies the rules of the specification, in its order. */
export function processed(facts: TransferFacts, view: View, policy: Policy, nowMs: number): Draft {
  const { order, fee, isSigned, levelMax = Number.POSITIVE_INFINITY } = facts;
  const refused = (error: TransactionError) => transferDraft(facts, transactionErrors[error], undefined, nowMs);
  const wallet = view.wallet(order.owner);
  const asset = policy.assets.get(order.asset);
  if (asset === undefined || !isLegal(facts, policy, nowMs)) return refused("TX_ERROR_INVALID_TRANSACTION");
  if (wallet === undefined || wallet.isFrozen) return refused("TX_ERROR_INVALID_TRANSACTION");
  if (!isSigned) return refused("TX_ERROR_INVALID_SIGNATURE");
  const { reverses } = order;
  const flaw = reverses === undefined ? undefined : reversalFlaw({ ...order, reverses }, view);
  if (flaw !== undefined) return refused(reversalErrors[flaw]);
  const account = view.account(order.owner, order.asset);
  const missing = order.amount + fee - account.balance;
  const exchanged = missing > 0n && wallet.autoExchange ? missingExchange(facts, view, policy) : undefined;
  if (missing > 0n && exchanged === undefined) return refused("TX_ERROR_INSUFFICIENT_FUNDS");
  if (view.wallet(order.recipient) === undefined) return refused("TX_ERROR_INVALID_RECIPIENT");
  const level = Math.min(levelAt(wallet.level, wallet.levelFalls, nowMs), levelMax);
  // Money that is given back was never the sender's to spend, so limits do not apply.
  const isBounded = reverses === undefined;
  if (isBounded && exceedsLimit(order.amount, asset, level, account, nowMs)) return refused("TX_ERROR_LIMIT_EXCEEDED");
  const draft = transferDraft(facts, 0, exchanged, nowMs);
  // The capacity of an account is a limit, too.
  return overflows(draft, view) ? refused("TX_ERROR_LIMIT_EXCEEDED") : draft;
}

/** Returns the automatic exchange that covers the missing part of amount and fee, if there is one. */
function missingExchange({ order, fee }: TransferFacts, view: View, policy: Policy): Exchanged | undefined {
  const asset = policy.assets.get(order.asset);
  const missing = order.amount + fee - view.account(order.owner, order.asset).balance;
  return asset && autoExchange(order.owner, asset, missing, view, policy);
}

const reversalErrors = {
  "reversal invalid": "TX_ERROR_REVERSAL_INVALID",
  "reversal exceeded": "TX_ERROR_REVERSAL_EXCEEDED",
} as const;
