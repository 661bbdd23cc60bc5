import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { mapInSlices } from "../../../../core/batching/slices.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { orderTree } from "../../../ledger/domain/entry/order-tree.ts";
import { readOrder, refuseIfOverloaded, submitted } from "../../../ledger/index.ts";
import { failure, resultOf } from "../../messages/transfer-message.ts";
import { requireReadable } from "../../orders/order-texts.ts";
import { splitOrders } from "../../orders/split-orders.ts";
import type { TransactionDeps } from "./deps.ts";
import { resultOfId } from "./results.ts";

/** The operation that processes many transactions under one signature. */
export function transactionBatches(
  deps: TransactionDeps,
): Pick<Operations<typeof TransactionService>, "transferBatch"> {
  const { ledger, policy, checks, attempts } = deps;

  return {
    async transferBatch({ sender, orders: bytes, keyId, signature }, caller) {
      const orders = splitOrders(bytes);
      attempts.consume(sender, orders.length);
      const tree = orderTree(orders);
      const isSigned = await checks.areSigned({ order: tree.root, keyId, signature }, sender, caller.principal.id);
      const all = await mapInSlices(orders, sliceSize, (order, index) => {
        const read = readOrder({ order, keyId, signature: tree.signatureAt(index, signature) }, sender, policy);
        requireReadable(read, `orders[${index}]`);
        return read;
      });
      // Accepts all orders or none.
      refuseIfOverloaded(ledger, caller);
      const outcomes = all.map(async (read) => {
        if (read === undefined) return failure("", TransactionErrorCode.INVALID_TRANSACTION);
        const request = { ...read, kind: "transfer" as const, isSigned };
        const outcome = await submitted(ledger, request, { hasPriority: true });
        if (outcome.kind === "entry") return resultOf(outcome.entry, outcome.entryDigest);
        if (outcome.kind === "unsigned") return failure(read.id, outcome.error);
        // A client that has signed the order again must learn that the first one is done, so that it does not pay
        // twice.
        const result = await resultOfId(ledger, read.id, sender);
        if (result !== undefined) return { ...result, isOfAnotherOrder: true };
        return failure(read.id, TransactionErrorCode.INVALID_TRANSACTION);
      });
      return { results: await Promise.all(outcomes) };
    },
  };
}

/** Orders that are read in one turn of the event loop: a millisecond's work. */
const sliceSize = 100;
