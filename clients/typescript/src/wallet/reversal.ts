import type { Client } from "@connectrpc/connect";
import type { Transaction } from "#contract/wallet/v1/transaction_pb.js";
import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { PlatonicError } from "../platonic-error.ts";

/** Terms on which a transaction is given back. */
export interface ReversalOptions {
  /** Id of the transaction that gives it back; by default a new one. */
  readonly id?: string;
  /** A decimal; by default all that is left. */
  readonly amount?: string;
  /** Text for the sender of the transaction. */
  readonly description?: string;
}

/**
 * Returns the terms of a payment that gives a transaction back.
 *
 * @throws PlatonicError if the identity has not received the transaction, or nothing is left of it
 */
export async function reversalOrder(
  transactions: Client<typeof TransactionService>,
  identityId: string,
  transactionId: string,
  { amount, ...options }: ReversalOptions,
) {
  const { transaction } = await transactions.getTransaction({ identityId, transactionId });
  if (transaction?.recipient !== identityId) {
    throw new PlatonicError("RESOURCE_NOT_FOUND", "the wallet has not received it");
  }
  const { sender: recipient, tokenType, currencyCode } = transaction;
  return {
    ...options,
    ...(currencyCode && { currencyCode }),
    recipient,
    tokenType,
    amount: amount ?? leftOf(transaction),
    reverses: transactionId,
  };
}

const places = 12;

function leftOf({ exactAmount, exactReversed }: Transaction): string {
  const left = unitsOf(exactAmount) - unitsOf(exactReversed || "0");
  if (left <= 0n) throw new PlatonicError("STATE_INVALID", "nothing is left of it");
  // An amount may end with zeros.
  return String(left)
    .padStart(places + 1, "0")
    .replace(/.{12}$/, ".$&");
}

function unitsOf(decimal: string): bigint {
  const [whole = "", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}
