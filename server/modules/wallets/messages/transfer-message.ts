import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  TransactionErrorCode,
  type TransactionResultSchema,
  type TransactionSchema,
  TransactionStatus,
} from "#contract/wallet/v1/transaction_pb.js";
import { confirmationCode, entryBytes, entryDigest } from "../../ledger/domain/entry/chain.ts";
import type { EntryDigest } from "../../ledger/domain/entry/digests.ts";
import { type Entry, entryKinds, type PendingTransfer } from "../../ledger/domain/entry/entry.ts";
import { kindFacts } from "../../ledger/domain/entry/kinds.ts";
import type { AssetTerms } from "../../ledger/domain/policy.ts";
import { orderTimes } from "../../ledger/index.ts";
import { assetFields, money } from "../orders/amounts.ts";
import { scaleOf } from "./exchange-message.ts";

type Transaction = MessageInitShape<typeof TransactionSchema>;
type Result = MessageInitShape<typeof TransactionResultSchema>;

/**
 * A processed transaction.
 *
 * @param reversed how much of it is given back, in minor units
 */
export function transactionOf(entry: Entry, policy: AssetTerms, reversed = 0n): Transaction {
  const { owner, order, hold, linked } = entry;
  const scale = scaleOf(entry.asset, policy);
  const { tokenType, currencyCode } = assetFields(entry.asset);
  const { amount, exactAmount } = money(entry.amount, { scale });
  const returned = reversed > 0n ? money(reversed, { scale }) : undefined;
  // One object with all fields, set or not: every event has one, and spreading objects takes twice as long.
  const transaction: { [Field in keyof Transaction]: Transaction[Field] | undefined } = {
    id: entry.id,
    sender: owner,
    recipient: entry.counterparty,
    tokenType,
    currencyCode,
    amount,
    exactAmount,
    fee: money(entry.fee, { scale }),
    description: entry.description,
    timestamp: timestampFromMs((order && orderTimes(order).createdAtMs) ?? entry.atMs),
    status: entry.outcome === 0 ? statusOf(entry) : TransactionStatus.FAILED,
    signature: entry.signature,
    keyId: entry.keyId,
    order,
    captureBefore: hold && timestampFromMs(hold.endsAtMs),
    reverses: entry.reverses,
    isLinked: linked && true,
    reversed: returned?.amount,
    exactReversed: returned?.exactAmount,
  };
  return transaction as Transaction;
}

/** Returns the payment that a capture has made or failed to make. Its order and signature are the recipient's. */
export function captureTransaction(entry: Entry, policy: AssetTerms, reversed = 0n): Transaction {
  const { counterparty, owner, hold } = entry;
  const parties = { owner: counterparty ?? "", counterparty: owner };
  const order = { order: undefined, keyId: undefined, signature: undefined };
  const { captureBefore: _, ...payment } = transactionOf({ ...entry, ...parties, ...order }, policy, reversed);
  const { createdAtMs } = (entry.order && orderTimes(entry.order)) ?? {};
  return { ...payment, timestamp: timestampFromMs(createdAtMs ?? entry.atMs), holdId: hold?.id ?? "" };
}

/** A pending transaction. */
export function pendingTransaction(pending: PendingTransfer, policy: AssetTerms): Transaction {
  return {
    id: pending.id,
    sender: pending.sender,
    recipient: pending.recipient,
    ...amountsOf(pending, policy),
    description: pending.description,
    timestamp: timestampFromMs(orderTimes(pending.order).createdAtMs ?? pending.createdAtMs),
    status: TransactionStatus.PENDING,
    ...captureBefore(pending.order),
    signature: pending.signature,
    keyId: pending.keyId,
    order: pending.order,
    ...(pending.reverses !== undefined && { reverses: pending.reverses }),
  };
}

/** Money that is held has not reached the recipient. */
function statusOf({ kind }: Entry): TransactionStatus {
  return kind === entryKinds.hold ? TransactionStatus.HELD : TransactionStatus.COMPLETED;
}

/**
 * Returns the result of a processed transaction, or of a capture or release. Computing the digest costs as much as
 * everything else here.
 */
export function resultOf(entry: Entry, digest?: EntryDigest): Result {
  if (entry.outcome === 0 && kindFacts[entry.kind].isListed) {
    return {
      success: true,
      transactionId: entry.id,
      status: statusOf(entry),
      confirmationCode: confirmationCode(digest ?? entryDigest(entryBytes(entry))),
    };
  }
  const failed = failure(entry.id, entry.outcome === 0 ? TransactionErrorCode.CHANNEL_FAILURE : entry.outcome);
  return entry.linked === undefined || entry.linked.failed === ""
    ? failed
    : { ...failed, firstFailed: entry.linked.failed };
}

export function failure(transactionId: string, errorCode: number): Result {
  return { success: false, transactionId, status: TransactionStatus.FAILED, errorCode };
}

export function pendingResult(transactionId: string): Result {
  return { success: false, transactionId, status: TransactionStatus.PENDING };
}

function amountsOf({ asset, amount, fee }: Pick<Entry, "asset" | "amount" | "fee">, policy: AssetTerms) {
  const scale = scaleOf(asset, policy);
  return {
    ...assetFields(asset),
    ...money(amount, { scale }),
    fee: money(fee, { scale }),
  };
}

/** Returns the end of the hold that a pending order makes, if it makes one. */
function captureBefore(order: Uint8Array): Pick<Transaction, "captureBefore"> {
  const { captureBeforeMs } = orderTimes(order);
  return captureBeforeMs === undefined ? {} : { captureBefore: timestampFromMs(captureBeforeMs) };
}
