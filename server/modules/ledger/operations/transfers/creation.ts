import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  CreateTransactionRequest,
  CreateTransactionResponseSchema,
  TransactionService,
} from "../../../../../gen/es/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import type { Context, Operations } from "../../../../rpc/operations.ts";
import type { Order } from "../../domain/book.ts";
import { type Entry, entryKinds, type PendingTransfer } from "../../domain/entry/entry.ts";
import { textOfAmount } from "../amounts.ts";
import type { TransactionDeps } from "./deps.ts";
import { pendingTransaction, transactionOf } from "./message.ts";
import { type OrderTerms, orderBytes, readOrder, requestedId } from "./orders.ts";
import { idTaken, submitted } from "./submission.ts";

type Answer = MessageInitShape<typeof CreateTransactionResponseSchema>;

/** Creating transactions: keeping signed orders to be processed later. */
export function transactionCreation(
  deps: TransactionDeps,
): Pick<Operations<typeof TransactionService>, "createTransaction"> {
  const { ledger, identities, vault, policy, attempts, now = Date.now } = deps;

  async function created(order: Order, caller: Context): Promise<Answer> {
    const outcome = await submitted(ledger, { ...order, kind: "create" }, caller);
    if (outcome.kind === "pending") return { transaction: pendingTransaction(outcome.transfer, policy) };
    if (outcome.kind === "entry") {
      // Processed since, or sealed before it was created.
      if (outcome.entry.kind !== entryKinds.transfer) throw idTaken("transaction_id");
      return { transaction: transactionOf(outcome.entry, policy) };
    }
    if (outcome.kind === "nothing") return {};
    throw idTaken("transaction_id");
  }

  /** What the id stands for already; an order that the service spelled anew would have other bytes. */
  async function known(terms: OrderTerms): Promise<Answer | undefined> {
    const entry = await ledger.entry(terms.id);
    const pending = entry === undefined ? await ledger.pending(terms.id) : undefined;
    if (entry === undefined && pending === undefined) return undefined;
    if (!isOf(terms, entry ?? pending)) throw idTaken("transaction_id");
    return {
      transaction: entry ? transactionOf(entry, policy) : pendingTransaction(pending as PendingTransfer, policy),
    };
  }

  /** Whether what is kept is of the same request. */
  function isOf(terms: OrderTerms, kept: Entry | PendingTransfer | undefined): boolean {
    if (kept?.order === undefined) return false;
    const asked = readOrder(unsigned(terms), terms.sender, policy);
    const before = readOrder({ order: kept.order, keyId: "", signature: new Uint8Array() }, terms.sender, policy);
    return (
      asked !== undefined &&
      before !== undefined &&
      asked.recipient === before.recipient &&
      asked.asset === before.asset &&
      asked.amount === before.amount &&
      asked.description === before.description
    );
  }

  function unsigned(terms: OrderTerms) {
    return { order: orderBytes(terms, policy, now()), keyId: "", signature: new Uint8Array() };
  }

  async function createdByVault(request: CreateTransactionRequest, caller: Context): Promise<Answer> {
    const terms = termsOf(request, requestedId(request.transactionId, "transaction_id", now()));
    const keys = await identities.signingKeys(terms.sender);
    if (keys.length === 0) return {};
    const key = keys.find(({ vaultKeyId, revokedAt }) => vaultKeyId !== undefined && revokedAt === undefined);
    if (key?.vaultKeyId === undefined) {
      throw new Fault("STATE_INVALID", "The sender has no signing key in the vault, so that it must sign the order.");
    }
    const before = await known(terms);
    if (before !== undefined) return before;
    const { order } = unsigned(terms);
    const signature = await vault.sign(key.vaultKeyId, bytesToSign("transfer", order));
    try {
      return await created(readOrder({ order, keyId: key.id, signature }, terms.sender, policy) as Order, caller);
    } catch (error) {
      // The same request at the same time was faster.
      const meanwhile = error instanceof Fault && error.reason === "RESOURCE_CONFLICT" ? await known(terms) : undefined;
      if (meanwhile === undefined) throw error;
      return meanwhile;
    }
  }

  return {
    async createTransaction(request, caller) {
      attempts.consume(request.sender);
      if (request.signedOrder === undefined) return createdByVault(request, caller);
      refuseMore(request);
      const order = readOrder(request.signedOrder, request.sender, policy);
      if (order !== undefined) return created(order, caller);
      const parameter = "signed_order.order";
      throw new Fault("PARAMETER_INVALID", `${parameter} must be a TransferOrder of the sender with a UUID`, {
        parameter,
      });
    },
  };
}

/** @throws Fault PARAMETER_REQUIRED for the first that is missing */
function termsOf(request: CreateTransactionRequest, id: string): OrderTerms {
  const { sender, recipient, tokenType, currencyCode, description } = request;
  const amountText = textOfAmount(request.amount);
  const missing = recipient === "" ? "recipient" : tokenType === 0 ? "token_type" : amountText === "" ? "amount" : "";
  if (missing !== "") {
    throw new Fault("PARAMETER_REQUIRED", `${missing} is required without signed_order`, { parameter: missing });
  }
  return { id, sender, recipient, tokenType, currencyCode, amountText, description };
}

/** What is signed counts, and nothing beside it can say otherwise. */
function refuseMore(request: CreateTransactionRequest): void {
  const fields = {
    recipient: request.recipient !== "",
    token_type: request.tokenType !== 0,
    amount: request.amount !== undefined,
    description: request.description !== "",
    currency_code: request.currencyCode !== "",
    transaction_id: request.transactionId !== "",
  };
  for (const [parameter, isThere] of Object.entries(fields)) {
    if (isThere) {
      throw new Fault("PARAMETER_INVALID", `${parameter} must not be there beside signed_order`, { parameter });
    }
  }
}
