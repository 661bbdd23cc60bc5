import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { type Entry, entryKinds } from "../../../ledger/domain/entry/entry.ts";
import { isOfTransferOrder, kindFacts } from "../../../ledger/domain/entry/kinds.ts";
import type { Policy } from "../../../ledger/domain/policy.ts";
import type { Ledger } from "../../../ledger/domain/requests.ts";
import { entryMessage } from "../../messages/entry-message.ts";
import { captureTransaction, pendingTransaction, resultOf, transactionOf } from "../../messages/transfer-message.ts";
import { type ReceiptDeps, receiptOf } from "./receipts.ts";

export interface TransactionReadingDeps extends ReceiptDeps {
  readonly ledger: Pick<Ledger, "entry" | "pending" | "reversedOf" | "reversalIds">;
  readonly policy: Policy;
}

/** Operations that read transactions, for their sender and their recipient. */
export function transactionReading(
  deps: TransactionReadingDeps,
): Pick<Operations<typeof TransactionService>, "getTransaction" | "getReceipt"> {
  const { ledger, policy } = deps;

  async function shownEntry(id: string, viewer: string): Promise<Entry | undefined> {
    const entry = await ledger.entry(id);
    return entry !== undefined && kindFacts[entry.kind].isListed && isShown(entry, viewer) ? entry : undefined;
  }

  /** Shows a transaction as itself, a capture with its payment, and anything else as in the history. */
  function shownAs(entry: Entry, viewer: string, reversed: bigint | undefined) {
    if (isOfTransferOrder(entry)) return { transaction: transactionOf(entry, policy, reversed) };
    return {
      ...(entry.kind === entryKinds.capture && { transaction: captureTransaction(entry, policy, reversed) }),
      ...(entry.outcome === 0 && { entry: entryMessage(entry, viewer, policy, reversed) }),
    };
  }

  async function shownPending(id: string, viewer: string) {
    const pending = await ledger.pending(id);
    return pending?.sender === viewer || pending?.recipient === viewer ? pending : undefined;
  }

  return {
    async getTransaction({ identityId, transactionId }) {
      const entry = await shownEntry(transactionId, identityId);
      if (entry !== undefined) {
        const reversed = (await ledger.reversedOf([entry.id])).get(entry.id);
        const reversedBy = reversed === undefined ? [] : await ledger.reversalIds(entry.id, reversalsMax);
        return { ...shownAs(entry, identityId, reversed), result: resultOf(entry), reversedBy };
      }
      const pending = await shownPending(transactionId, identityId);
      if (pending === undefined) throw notFound();
      return { transaction: pendingTransaction(pending, policy) };
    },

    async getReceipt({ identityId, transactionId }) {
      const entry = await shownEntry(transactionId, identityId);
      if (entry === undefined) {
        if ((await shownPending(transactionId, identityId)) === undefined) throw notFound();
        throw new Fault("STATE_INVALID", "The transaction is not processed yet.");
      }
      if (entry.outcome !== 0)
        throw new Fault("STATE_INVALID", "The transaction failed; only completed transactions have a receipt.");
      if (entry.order === undefined)
        throw new Fault("STATE_INVALID", "Nobody has signed an order for this; only what was signed has a receipt.");
      return { receipt: await receiptOf(transactionId, entry, deps) };
    },
  };
}

/** Most reversals in an answer. */
const reversalsMax = 100;

/** Failed transactions are visible only to their sender. */
function isShown({ owner, counterparty, outcome }: Entry, viewer: string): boolean {
  return owner === viewer || (counterparty === viewer && outcome === 0);
}

function notFound(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "The identity has no transaction with this id.");
}
