import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import type { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { mapInSlices } from "../../../../core/batching/slices.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { orderTree } from "../../../ledger/domain/entry/order-tree.ts";
import type { Outcome, TransferRequest } from "../../../ledger/domain/requests.ts";
import { readOrder, refuseIfOverloaded, submittedAll } from "../../../ledger/index.ts";
import { failure, resultOf } from "../../messages/transfer-message.ts";
import { levelOfSession } from "../../orders/level-of-session.ts";
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
      const levelMax = levelOfSession(caller.principal, sender);
      const all = await mapInSlices(orders, sliceSize, (order, index): TransferRequest | undefined => {
        const read = readOrder({ order, keyId, signature: tree.signatureAt(index, signature) }, sender, policy);
        requireReadable(read, `orders[${index}]`);
        return read && { ...read, kind: "transfer", isSigned, levelMax };
      });
      // Accepts all orders or none.
      refuseIfOverloaded(ledger, caller);
      const requests = all.filter((request) => request !== undefined);
      const outcomes = (await submittedAll(ledger, requests)).values();
      const results = await mapInSlices(all, sliceSize, (request) =>
        request === undefined ? invalid("") : resultOfOutcome(request.id, outcomes.next().value as Outcome),
      );
      return {
        results: await Promise.all(results.map((known, index) => known ?? resultOfOther(all[index]?.id ?? ""))),
      };

      /** Returns the result of another order with this id, if it is the sender's. */
      async function resultOfOther(id: string) {
        // A client that has signed the order again must learn that the first one is done, so that it does not pay twice.
        const result = await resultOfId(ledger, id, sender);
        return result === undefined ? invalid(id) : { ...result, isOfAnotherOrder: true };
      }
    },
  };
}

/** Returns the result of an order; undefined if its id is that of another one. */
function resultOfOutcome(id: string, outcome: Outcome) {
  if (outcome.kind === "entry") return resultOf(outcome.entry, outcome.entryDigest);
  return outcome.kind === "unsigned" ? failure(id, outcome.error) : undefined;
}

function invalid(id: string) {
  return failure(id, TransactionErrorCode.INVALID_TRANSACTION);
}

/** Orders that are read, or told, in one turn of the event loop: a millisecond's work. */
const sliceSize = 100;
