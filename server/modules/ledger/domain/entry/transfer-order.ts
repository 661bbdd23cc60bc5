import { transferFee } from "../fees.ts";
import { isAmount, isBalance } from "../money.ts";
import type { Policy } from "../policy.ts";
import type { Order } from "../requests.ts";
import type { Draft } from "./decision.ts";
import { orderDigest } from "./digests.ts";
import { type Exchanged, entryKinds, type OutcomeNumber, type PendingTransfer } from "./entry.ts";

/** Longest time of a hold: 31 days. */
export const holdMsMax = 31 * 86_400_000;

/** An order, its fee, and whether the signature is the sender's. */
export interface TransferFacts {
  readonly order: Omit<Order, "feeMax">;
  readonly feeMax: bigint | undefined;
  readonly fee: bigint;
  readonly isSigned: boolean;
  /** Highest level whose limits apply; undefined: that of the sender. */
  readonly levelMax?: number | undefined;
}

/** Computes the fee of an order that is not yet created. A reversal has none. */
export function factsOf(order: Order, isSigned: boolean, policy: Policy): TransferFacts {
  const asset = policy.assets.get(order.asset);
  const isFree = asset === undefined || !isAmount(order.amount) || order.reverses !== undefined;
  const fee = isFree ? 0n : transferFee(order.amount, asset);
  return { order, feeMax: order.feeMax, fee, isSigned };
}

/** Times of an order that are not in the row of a pending transaction. */
type OrderTimes = Pick<Order, "expiresAtMs" | "captureBeforeMs">;

/** Uses the fee of a pending transaction that was fixed, and checked against the order, at creation. */
export function factsOfPending(pending: PendingTransfer, isSigned: boolean, times: OrderTimes = {}): TransferFacts {
  const { id, sender, recipient, asset, amount, fee, description, order, keyId, signature, reverses } = pending;
  const digest = orderDigest(order);
  const terms = { id, owner: sender, recipient, asset, amount, description, reverses, ...times };
  return {
    order: { ...terms, order, requestDigest: digest, keyId, signature, isValid: true },
    feeMax: undefined,
    fee,
    isSigned,
  };
}

/** Whether an order is legal, as far as that can be decided without the ledger. */
export function isLegal({ order, fee, feeMax }: TransferFacts, policy: Policy, nowMs: number): boolean {
  if (!order.isValid || !policy.assets.has(order.asset) || !isAmount(order.amount)) return false;
  if (order.recipient === order.owner || !isBalance(fee)) return false;
  if (order.expiresAtMs !== undefined && nowMs >= order.expiresAtMs) return false;
  if (!isHeldInTime(order, nowMs)) return false;
  return feeMax === undefined || fee <= feeMax;
}

/** Whether a hold, if the order makes one, ends in the future, but not too late. */
function isHeldInTime({ captureBeforeMs }: OrderTimes, nowMs: number): boolean {
  return captureBeforeMs === undefined || (captureBeforeMs > nowMs && captureBeforeMs - nowMs <= holdMsMax);
}

/** Drafts the entry of a transfer or hold, completed or failed. */
export function transferDraft(
  { order, fee }: TransferFacts,
  outcome: OutcomeNumber,
  exchanged: Exchanged | undefined,
  nowMs: number,
): Draft {
  const { captureBeforeMs: endsAtMs } = order;
  return {
    id: order.id,
    kind: endsAtMs === undefined ? entryKinds.transfer : entryKinds.hold,
    owner: order.owner,
    // The texts of a failed order may have any length; the order itself is stored too.
    counterparty: recordable(order.recipient, idCharactersMax),
    asset: recordable(order.asset, assetCharactersMax),
    amount: isAmount(order.amount) ? order.amount : 0n,
    fee: isBalance(fee) ? fee : 0n,
    outcome,
    requestDigest: order.requestDigest,
    order: order.order,
    keyId: order.keyId,
    signature: order.signature,
    description: recordable(order.description, descriptionCharactersMax),
    exchanged,
    ...(endsAtMs !== undefined && { hold: { id: order.id, endsAtMs, returned: 0n } }),
    reverses: order.reverses,
    atMs: nowMs,
  };
}

/** Truncates a text to fit into an entry, and replaces lone surrogates. */
export function recordable(text: string, charactersMax: number): string {
  return (text.length > charactersMax ? text.slice(0, charactersMax) : text).toWellFormed();
}

/** In UTF-16 code units; a character of the contract can take two. */
export const descriptionCharactersMax = 512;

export const idCharactersMax = 64;
export const assetCharactersMax = 16;
