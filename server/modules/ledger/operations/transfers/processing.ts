import { TransactionErrorCode, TransactionStatus } from "../../../../../gen/es/wallet/v1/transaction_pb.js";
import type { TransactionService } from "../../../../../gen/es/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { isUuid } from "../../../../core/uuid.ts";
import type { Context, Operations } from "../../../../rpc/operations.ts";
import type { Order, Outcome } from "../../domain/book.ts";
import { entryKinds } from "../../domain/entry/entry.ts";
import { orderTree } from "../../domain/entry/order-tree.ts";
import type { TransactionDeps } from "./deps.ts";
import { failure, pendingResult, resultOf } from "./message.ts";
import { readOrder, type Signed, splitOrders } from "./orders.ts";
import { idTaken, refuseIfOverloaded, submitted } from "./submission.ts";

type Processing = "executeTransaction" | "transfer" | "transferBatch" | "resolveTransaction";

/** Operations that process transactions. Signatures are verified here; the ledger applies all other rules. */
export function transactionProcessing(deps: TransactionDeps): Pick<Operations<typeof TransactionService>, Processing> {
  const { ledger, policy, checks, attempts, confirm } = deps;

  function transferred(order: Order, isSigned: boolean, caller: Pick<Context, "hasPriority">): Promise<Outcome> {
    return confirm(order.id, () => submitted(ledger, { ...order, kind: "transfer", isSigned }, caller));
  }

  /** The result of a sender's transaction; undefined if the sender has none of this id. */
  async function resultOfId(id: string, sender: string) {
    const pending = await ledger.pending(id);
    if (pending !== undefined) return pending.sender === sender ? pendingResult(id) : undefined;
    const entry = await ledger.entry(id);
    return entry?.owner === sender && isOfTransaction(entry) ? resultOf(entry) : undefined;
  }

  return {
    async executeTransaction({ sender, transactionId: id }, caller) {
      attempts.consume(sender);
      const pending = await ledger.pending(id);
      const entry = pending === undefined ? await ledger.entry(id) : undefined;
      const owner = pending?.sender ?? entry?.owner;
      if (owner !== sender || (entry !== undefined && !isOfTransaction(entry))) throw notFound();
      if (entry !== undefined) return { result: resultOf(entry) };
      const isSigned = pending !== undefined && (await checks.isSigned(pending, sender, caller.principal.id));
      const { expiresAtMs } = (pending && readOrder(pending, sender, policy)) ?? {};
      const request = { kind: "execute" as const, id, owner: sender, isSigned, expiresAtMs };
      const outcome = await confirm(id, () => submitted(ledger, request, caller));
      if (outcome.kind !== "entry") throw notFound();
      return { result: resultOf(outcome.entry, outcome.digest) };
    },

    async transfer({ sender, signedOrder }, caller) {
      attempts.consume(sender);
      const order = readOrder(signedOrder as Signed, sender, policy);
      // Without an id of this sender nothing can be recorded.
      if (order === undefined) return { result: failure("", TransactionErrorCode.INVALID_TRANSACTION) };
      const outcome = await transferred(order, await checks.isSigned(order, sender, caller.principal.id), caller);
      if (outcome.kind === "entry") return { result: resultOf(outcome.entry, outcome.digest) };
      if (outcome.kind === "unsigned") return { result: failure(order.id, outcome.error) };
      throw idTaken("signed_order.order");
    },

    async transferBatch({ sender, orders: bytes, keyId, signature }, caller) {
      const orders = splitOrders(bytes);
      attempts.consume(sender, orders.length);
      const tree = orderTree(orders);
      const isSigned = await checks.areSigned({ order: tree.root, keyId, signature }, sender, caller.principal.id);
      const signatures = tree.signatures(signature);
      // Accepts all orders or none.
      refuseIfOverloaded(ledger, caller);
      const outcomes = orders.map(async (order, index) => {
        const read = readOrder({ order, keyId, signature: signatures[index] as Uint8Array }, sender, policy);
        if (read === undefined) return failure("", TransactionErrorCode.INVALID_TRANSACTION);
        const outcome = await transferred(read, isSigned, { hasPriority: true });
        if (outcome.kind === "entry") return resultOf(outcome.entry, outcome.digest);
        if (outcome.kind === "unsigned") return failure(read.id, outcome.error);
        // A client that has signed the order again must learn that the first one is done, lest it pay twice.
        const result = await resultOfId(read.id, sender);
        if (result !== undefined) return { ...result, isOfAnotherOrder: true };
        return failure(read.id, TransactionErrorCode.INVALID_TRANSACTION);
      });
      return { results: await Promise.all(outcomes) };
    },

    async resolveTransaction({ sender, transactionId: id, seal }, caller) {
      if (!isUuid(id)) {
        const parameter = "transaction_id";
        throw new Fault("PARAMETER_INVALID", `${parameter} must be a UUID in lower case`, { parameter, provided: id });
      }
      if (seal) {
        attempts.consume(sender);
        const outcome = await submitted(ledger, { kind: "void", id, owner: sender }, caller);
        if (outcome.kind === "entry") return { isFinal: true, result: resultOf(outcome.entry, outcome.digest) };
        throw idTaken("transaction_id");
      }
      const result = (await resultOfId(id, sender)) ?? pendingResult(id);
      return { isFinal: result.status !== TransactionStatus.PENDING, result };
    },
  };
}

function isOfTransaction({ kind }: { readonly kind: number }): boolean {
  return kind === entryKinds.transfer || kind === entryKinds.void;
}

/** The same fault for a transaction of another sender and for none. */
function notFound(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "The sender has no transaction with this id.");
}
