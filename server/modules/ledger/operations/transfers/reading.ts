import type { TransactionService } from "../../../../../gen/es/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import type { Ledger } from "../../domain/book.ts";
import { confirmationCode, entryBytes, entryDigest } from "../../domain/entry/chain.ts";
import { type Entry, entryKinds } from "../../domain/entry/entry.ts";
import { receiptStatement } from "../../domain/entry/receipt.ts";
import type { Policy } from "../../domain/policy.ts";
import { pendingTransaction, resultOf, transactionOf } from "./message.ts";

/** Port: signs with the published key of the service. */
export type ReceiptSigner = (bytes: Uint8Array) => Promise<{ readonly keyId: string; readonly signature: Uint8Array }>;

export interface TransactionReadingDeps {
  readonly ledger: Pick<Ledger, "entry" | "pending" | "batchOf">;
  readonly policy: Policy;
  readonly receiptSigner: ReceiptSigner;
}

/** Operations that read transactions, for their sender and their recipient. */
export function transactionReading(
  deps: TransactionReadingDeps,
): Pick<Operations<typeof TransactionService>, "getTransaction" | "getReceipt"> {
  const { ledger, policy, receiptSigner } = deps;

  async function shownEntry(id: string, viewer: string): Promise<Entry | undefined> {
    const entry = await ledger.entry(id);
    return entry !== undefined && entry.kind === entryKinds.transfer && isShown(entry, viewer) ? entry : undefined;
  }

  async function shownPending(id: string, viewer: string) {
    const pending = await ledger.pending(id);
    return pending?.sender === viewer || pending?.recipient === viewer ? pending : undefined;
  }

  return {
    async getTransaction({ identityId, transactionId }) {
      const entry = await shownEntry(transactionId, identityId);
      if (entry !== undefined) return { transaction: transactionOf(entry, policy), result: resultOf(entry) };
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
      const batch = await ledger.batchOf(entry.sequence);
      if (batch === undefined) throw new Error(`entry ${entry.sequence} is in no batch`);
      const bytes = entryBytes(entry);
      const digest = entryDigest(bytes);
      const statement = receiptStatement({
        transactionId,
        sequence: entry.sequence,
        entryDigest: digest,
        batchNumber: batch.number,
        batchHash: batch.hash,
      });
      const { keyId, signature } = await receiptSigner(bytesToSign("receipt", statement));
      return {
        receipt: {
          transactionId,
          confirmationCode: confirmationCode(digest),
          sequence: BigInt(entry.sequence),
          entryDigest: digest,
          entry: bytes,
          batchNumber: BigInt(batch.number),
          batchHash: batch.hash,
          keyId,
          statement,
          signature,
        },
      };
    },
  };
}

/** Failed transactions are visible to their sender only. */
function isShown({ owner, counterparty, outcome }: Entry, viewer: string): boolean {
  return owner === viewer || (counterparty === viewer && outcome === 0);
}

function notFound(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "The identity has no transaction with this id.");
}
