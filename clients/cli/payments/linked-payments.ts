import { fromBinary } from "@bufbuild/protobuf";
import { type TransferOrder, TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { type Operation, type PaymentOrder, PlatonicError, type WalletClient } from "../../typescript/src/index.ts";
import { settledBy } from "../../typescript/src/wallet/payment-group.ts";
import {
  type BatchListener,
  type LineOutcome,
  ledgerOutcome,
  orderOf,
  otherPayment,
  refusedLine,
  saysTheSame,
} from "./batches.ts";
import type { CommandJournal } from "./command-journal.ts";
import type { IdentifiedLine } from "./payment-ids.ts";
import { settledPayments } from "./settlement.ts";

/**
 * Makes payments as a linked set, and returns the outcome of each. Repeated, it sends the bytes that an earlier command has
 * left, and tells the outcomes of a set that was made before.
 *
 * Rejects if the set was refused and none of its payments was made before.
 */
export async function payTogether(
  wallet: WalletClient,
  lines: readonly IdentifiedLine[],
  { waiting }: BatchListener,
  journal: CommandJournal,
): Promise<LineOutcome[]> {
  const orders = ordersLeft(lines, await journal.left()) ?? lines.map(orderOf);
  try {
    const settled = await settledPayments(wallet, () => wallet.payLinked(orders), waiting);
    return settled.map((payment, index) => ledgerOutcome(lines[index] as IdentifiedLine, payment));
  } catch (thrown) {
    if (!(thrown instanceof PlatonicError) || thrown.reason !== "RESOURCE_CONFLICT") throw thrown;
    const outcomes = await journal.deciding(() => outcomesBefore(wallet, lines));
    if (outcomes.every(({ status }) => status === "refused")) throw thrown;
    return outcomes;
  }
}

/** Returns the orders that an earlier command has left of all lines; undefined if one is missing, or says something else. */
function ordersLeft(lines: readonly IdentifiedLine[], left: readonly Operation[]): PaymentOrder[] | undefined {
  const byId = new Map(left.map((operation) => [operation.id, operation]));
  const orders: PaymentOrder[] = [];
  for (const line of lines) {
    const order = decoded(byId.get(line.id));
    if (order === undefined) return undefined;
    // Absent fields are no members of their own.
    const { recipient, amount: exactAmount, tokenType, currencyCode } = order;
    if (!saysTheSame(line, { recipient, exactAmount, tokenType, currencyCode })) return undefined;
    if (order.description !== (line.description ?? "")) return undefined;
    orders.push(order);
  }
  return orders;
}

function decoded(operation: Operation | undefined): TransferOrder | undefined {
  try {
    return operation && fromBinary(TransferOrderSchema, operation.order);
  } catch {
    // Damaged, it says nothing: the ledger does.
    return undefined;
  }
}

/** Asks the ledger what became of each payment under its id: the set was refused, as one of the ids is used. */
async function outcomesBefore(wallet: WalletClient, lines: readonly IdentifiedLine[]): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  for (const line of lines) outcomes.push(await outcomeBefore(wallet, line));
  return outcomes;
}

async function outcomeBefore({ identityId, transactions }: WalletClient, line: IdentifiedLine): Promise<LineOutcome> {
  try {
    const { transaction, result } = await transactions.getTransaction({ identityId, transactionId: line.id });
    if (!saysTheSame(line, transaction)) return otherPayment(line);
    const settled = result && settledBy(line.id, { result });
    if (settled !== undefined) return ledgerOutcome(line, settled);
  } catch (thrown) {
    const error = PlatonicError.from(thrown);
    if (error.reason !== "RESOURCE_NOT_FOUND") throw error;
    return refusedLine(line, "RESOURCE_CONFLICT");
  }
  throw new Error(`the payment of line ${line.line} has no outcome yet: repeat the command with the same --batch`);
}
