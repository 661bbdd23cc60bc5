import { type Transaction, TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import {
  type PaymentOrder,
  PlatonicError,
  type SettledPayment,
  type WalletClient,
} from "../../typescript/src/index.ts";
import { assetOf } from "../values.ts";
import type { IdentifiedLine } from "./payment-ids.ts";
import { type SettlingWallet, settledPayments } from "./settlement.ts";

/** Most orders under one signature, and most bytes of them, with room for the rest of the message. */
const ordersMax = 1_000;
const bytesMax = 900_000;

/** Outcome of one payment of a file. */
export interface LineOutcome {
  readonly line: number;
  /** `refused` and `not-sent`: it is not in the ledger and never will be. `conflict`: another payment has its id. */
  readonly status: SettledPayment["status"] | "conflict" | "refused" | "not-sent";
  readonly id: string;
  readonly recipient: string;
  readonly amount: string;
  readonly asset: string;
  readonly confirmationCode?: string;
  readonly errorCode?: string;
}

type PayingWallet = SettlingWallet & Pick<WalletClient, "payMany" | "transactions" | "identityId">;

/** Receives progress of a command's payments. */
export interface BatchListener {
  readonly done: (count: number) => void;
  readonly waiting: (count: number) => void;
}

/**
 * Makes payments in batches, one after the other, and returns the outcome of each. After a refused batch, no other is
 * sent.
 *
 * Rejects if the first batch is refused, or could not be stored in the journal, so that nothing was paid.
 */
export async function payLines(
  wallet: PayingWallet,
  lines: readonly IdentifiedLine[],
  { done, waiting }: BatchListener,
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  for (const batch of batchesOf(lines)) {
    let settled: SettledPayment[];
    try {
      settled = await settledPayments(wallet, () => wallet.payMany(batch.map(orderOf)), waiting);
    } catch (error) {
      if (outcomes.length === 0) throw error;
      const errorCode = error instanceof PlatonicError ? error.reason : (error as Error).message;
      const refused = batch.map((one) => refusedLine(one, errorCode));
      const rest = lines.slice(outcomes.length + batch.length);
      return [...outcomes, ...refused, ...rest.map((one) => ({ ...headOf(one), status: "not-sent" as const }))];
    }
    for (const [index, payment] of settled.entries())
      outcomes.push(await outcomeOf(wallet, batch[index] as IdentifiedLine, payment));
    done(outcomes.length);
  }
  return outcomes;
}

/** Returns the order of a line, which the wallet completes. */
export function orderOf({ id, recipient, amount, asset, description }: IdentifiedLine): PaymentOrder {
  return { id, recipient, amount, ...assetOf(asset), ...(description !== undefined && { description }) };
}

/** Returns the ledger's result for a payment, as a member of an answer. */
export function ledgerOutcome(line: IdentifiedLine, { status, result }: SettledPayment): LineOutcome {
  const { confirmationCode, errorCode } = result;
  return {
    ...headOf(line),
    status,
    ...(status === "failed" ? { errorCode: TransactionErrorCode[errorCode] as string } : { confirmationCode }),
  };
}

/** Splits payments into batches that the service accepts. */
function* batchesOf(lines: readonly IdentifiedLine[]): Generator<readonly IdentifiedLine[]> {
  let [batch, bytes] = [[] as IdentifiedLine[], 0];
  for (const line of lines) {
    // Ids, times and field headers take less than this.
    const size = 256 + Buffer.byteLength(line.description ?? "") + line.amount.length;
    if (batch.length === ordersMax || bytes + size > bytesMax) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(line);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Distinguishes a payment made before under the same id from another one with that id. */
async function outcomeOf(wallet: PayingWallet, line: IdentifiedLine, payment: SettledPayment): Promise<LineOutcome> {
  if (!payment.result.isOfAnotherOrder) return ledgerOutcome(line, payment);
  const { identityId, transactions } = wallet;
  try {
    const { transaction } = await transactions.getTransaction({ identityId, transactionId: line.id });
    if (saysTheSame(line, transaction)) return ledgerOutcome(line, payment);
    return otherPayment(line);
  } catch (error) {
    // The payments that were made must be reported nevertheless.
    return { ...headOf(line), status: "conflict", errorCode: `ID_USED_AND_${PlatonicError.from(error).reason}` };
  }
}

/** Returns the outcome of a payment whose id another one has. */
export function otherPayment(line: IdentifiedLine): LineOutcome {
  return { ...headOf(line), status: "conflict", errorCode: "ID_OF_ANOTHER_PAYMENT" };
}

/** Returns the outcome of a payment that the service has refused with others. */
export function refusedLine(line: IdentifiedLine, errorCode: string): LineOutcome {
  return { ...headOf(line), status: "refused", errorCode };
}

type Terms = Pick<Transaction, "recipient" | "exactAmount" | "tokenType" | "currencyCode">;

/** Whether a payment that was made, or ordered, is that of a line. */
export function saysTheSame(line: IdentifiedLine, made: Terms | undefined): boolean {
  const { tokenType, currencyCode = "" } = assetOf(line.asset);
  return (
    // The ledger writes the id of an identity in lower case.
    made?.recipient.toLowerCase() === line.recipient.toLowerCase() &&
    trimmed(made.exactAmount) === trimmed(line.amount) &&
    made.tokenType === tokenType &&
    made.currencyCode === currencyCode
  );
}

function headOf({ line, id, recipient, amount, asset = "TOKEN_STANDARD" }: IdentifiedLine) {
  return { line, id, recipient, amount, asset };
}

/** Returns an exact decimal without trailing zeros. */
function trimmed(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
