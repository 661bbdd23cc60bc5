import type { Client } from "@connectrpc/connect";
import type { Transaction } from "#contract/wallet/v1/transaction_pb.js";
import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { PlatonicError } from "../platonic-error.ts";

/** Terms on which a transaction is given back. */
export interface ReversalOptions {
  /** Id of the transaction that gives it back; by default a new one. */
  readonly id?: string;
  /** A decimal above 0; by default all that is left. */
  readonly amount?: string;
  /** Text for the sender of the transaction. */
  readonly description?: string;
}

/**
 * Returns the terms of a payment that gives a transaction back.
 *
 * @throws PlatonicError if the amount is zero or empty, the identity has not received the transaction, or nothing is left of it
 */
export async function reversalOrder(
  transactions: Client<typeof TransactionService>,
  identityId: string,
  transactionId: string,
  { amount, ...options }: ReversalOptions,
) {
  if (amount !== undefined && /^[0.]*$/.test(amount)) throw noAmount();
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

function noAmount(): PlatonicError {
  const text = "an amount to give back is more than 0; leave it out to give back all that is left";
  return new PlatonicError("PARAMETER_INVALID", text, { parameter: "amount", wasNotSent: true });
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
