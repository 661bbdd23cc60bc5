import { fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  TransactionErrorCode,
  type TransactionResultSchema,
  type TransactionSchema,
  TransactionStatus,
  TransferOrderSchema,
} from "../../../../../gen/es/platonic/wallet/v1/transaction_pb.js";
import { confirmationCode, entryBytes, entryDigest } from "../../domain/entry/chain.ts";
import { type Entry, entryKinds, type PendingTransfer } from "../../domain/entry/entry.ts";
import { decimalOf, numberOf } from "../../domain/money.ts";
import type { Policy } from "../../domain/policy.ts";
import { assetFields, money } from "../amounts.ts";
import { scaleOf } from "../exchange/message.ts";

type Transaction = MessageInitShape<typeof TransactionSchema>;
type Result = MessageInitShape<typeof TransactionResultSchema>;

/** A processed transaction. */
export function transactionOf(entry: Entry, policy: Policy): Transaction {
  const { id, owner, counterparty, order, keyId, signature } = entry;
  return {
    id,
    sender: owner,
    ...(counterparty !== undefined && { recipient: counterparty }),
    ...amountsOf(entry, policy),
    description: entry.description,
    timestamp: timestampFromMs(createdAtMs(order) ?? entry.atMs),
    status: entry.outcome === 0 ? TransactionStatus.COMPLETED : TransactionStatus.FAILED,
    ...(signature && { signature }),
    ...(keyId !== undefined && { keyId }),
    ...(order && { order }),
  };
}

/** A pending transaction. */
export function pendingTransaction(pending: PendingTransfer, policy: Policy): Transaction {
  return {
    id: pending.id,
    sender: pending.sender,
    recipient: pending.recipient,
    ...amountsOf(pending, policy),
    description: pending.description,
    timestamp: timestampFromMs(createdAtMs(pending.order) ?? pending.createdAtMs),
    status: TransactionStatus.PENDING,
    signature: pending.signature,
    keyId: pending.keyId,
    order: pending.order,
  };
}

/** The result of a processed transaction. Computing the digest costs as much as everything else here. */
export function resultOf(entry: Entry, digest?: Uint8Array): Result {
  if (entry.outcome === 0 && entry.kind === entryKinds.transfer) {
    return {
      success: true,
      transactionId: entry.id,
      status: TransactionStatus.COMPLETED,
      confirmationCode: confirmationCode(digest ?? entryDigest(entryBytes(entry))),
    };
  }
  return failure(entry.id, entry.outcome === 0 ? TransactionErrorCode.CHANNEL_FAILURE : entry.outcome);
}

export function failure(transactionId: string, errorCode: number): Result {
  return { success: false, transactionId, status: TransactionStatus.FAILED, errorCode };
}

export function pendingResult(transactionId: string): Result {
  return { success: false, transactionId, status: TransactionStatus.PENDING };
}

function amountsOf({ asset, amount, fee }: Pick<Entry, "asset" | "amount" | "fee">, policy: Policy) {
  const scale = scaleOf(asset, policy);
  return {
    ...assetFields(asset),
    ...money(amount, { scale }),
    fee: { amount: numberOf(fee, scale), exactAmount: decimalOf(fee, scale) },
  };
}

const timeMax = 8.64e15;

/** Time of creation as the signer states it; undefined if it is missing or not a valid time. */
function createdAtMs(order: Uint8Array | undefined): number | undefined {
  if (order === undefined) return undefined;
  try {
    const ms = Number(fromBinary(TransferOrderSchema, order).createdAt);
    return ms > 0 && ms <= timeMax ? ms : undefined;
  } catch {
    // An order that cannot be parsed is recorded too.
    return undefined;
  }
}
