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
import type { Policy } from "../../domain/policy.ts";
import { textOfAmount } from "../amounts.ts";
import type { TransactionDeps } from "./deps.ts";
import { pendingTransaction, transactionOf } from "./message.ts";
import { type OrderTerms, orderBytes, readOrder, requestedId } from "./orders.ts";
import { idTaken, submitted } from "./submission.ts";

type Answer = MessageInitShape<typeof CreateTransactionResponseSchema>;

/** Operations that store signed orders for later processing. */
export function transactionCreation(
  deps: TransactionDeps,
): Pick<Operations<typeof TransactionService>, "createTransaction"> {
  const { ledger, identities, vault, policy, attempts, now = Date.now } = deps;

  async function created(order: Order, caller: Context): Promise<Answer> {
    const outcome = await submitted(ledger, { ...order, kind: "create" }, caller);
    if (outcome.kind === "pending") return { transaction: pendingTransaction(outcome.transfer, policy) };
    if (outcome.kind === "entry") {
      // The transaction has been processed meanwhile, or was voided before it was created.
      if (outcome.entry.kind !== entryKinds.transfer) throw idTaken("transaction_id");
      return { transaction: transactionOf(outcome.entry, policy) };
    }
    if (outcome.kind === "nothing") return {};
    throw idTaken("transaction_id");
  }

  /** Returns the transaction of an id that is already used: a newly encoded order would have different bytes. */
  async function known(terms: OrderTerms): Promise<Answer | undefined> {
    const entry = await ledger.entry(terms.id);
    const pending = entry === undefined ? await ledger.pending(terms.id) : undefined;
    if (entry === undefined && pending === undefined) return undefined;
    if (!hasTerms(entry ?? pending, terms, policy)) throw idTaken("transaction_id");
    return {
      transaction: entry ? transactionOf(entry, policy) : pendingTransaction(pending as PendingTransfer, policy),
    };
  }

  async function createdByVault(request: CreateTransactionRequest, caller: Context): Promise<Answer> {
    const terms = termsOf(request, requestedId(request.transactionId, "transaction_id", now()));
    const keys = await identities.signingKeys(terms.sender);
    if (keys.length === 0) return {};
    const key = keys.find(({ vaultKeyId, revokedAt }) => vaultKeyId !== undefined && revokedAt === undefined);
    if (key?.vaultKeyId === undefined) {
      throw new Fault("STATE_INVALID", "The sender has no signing key in the vault; send a signed_order.");
    }
    const before = await known(terms);
    if (before !== undefined) return before;
    const order = orderBytes(terms, policy, now());
    const signature = await vault.sign(key.vaultKeyId, bytesToSign("transfer", order));
    try {
      return await created(readOrder({ order, keyId: key.id, signature }, terms.sender, policy) as Order, caller);
    } catch (error) {
      // A concurrent duplicate of the request was faster.
      const meanwhile = error instanceof Fault && error.reason === "RESOURCE_CONFLICT" ? await known(terms) : undefined;
      if (meanwhile === undefined) throw error;
      return meanwhile;
    }
  }

  return {
    async createTransaction(request, caller) {
      attempts.consume(request.sender);
      if (request.signedOrder === undefined) return createdByVault(request, caller);
      refuseTerms(request);
      const order = readOrder(request.signedOrder, request.sender, policy);
      if (order !== undefined) return created(order, caller);
      const parameter = "signed_order.order";
      throw new Fault("PARAMETER_INVALID", `${parameter} must be a TransferOrder of the sender with a UUID`, {
        parameter,
      });
    },
  };
}

/** Whether a stored transaction has the terms of a request. */
function hasTerms(stored: Entry | PendingTransfer | undefined, terms: OrderTerms, policy: Policy): boolean {
  if (stored?.order === undefined) return false;
  const unsigned = { keyId: "", signature: new Uint8Array() };
  // The time of the order is not compared.
  const asked = readOrder({ order: orderBytes(terms, policy, 1), ...unsigned }, terms.sender, policy);
  const before = readOrder({ order: stored.order, ...unsigned }, terms.sender, policy);
  return (
    asked !== undefined &&
    before !== undefined &&
    asked.recipient === before.recipient &&
    asked.asset === before.asset &&
    asked.amount === before.amount &&
    asked.description === before.description
  );
}

/** @throws Fault PARAMETER_REQUIRED for the first missing parameter */
function termsOf(request: CreateTransactionRequest, id: string): OrderTerms {
  const { sender, recipient, tokenType, currencyCode, description } = request;
  const amountText = textOfAmount(request.amount);
  const missing = recipient === "" ? "recipient" : tokenType === 0 ? "token_type" : amountText === "" ? "amount" : "";
  if (missing !== "") {
    throw new Fault("PARAMETER_REQUIRED", `${missing} is required without signed_order`, { parameter: missing });
  }
  return { id, sender, recipient, tokenType, currencyCode, amountText, description };
}

/** Refuses terms beside a signed order, which could contradict it. */
function refuseTerms(request: CreateTransactionRequest): void {
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
      throw new Fault("PARAMETER_INVALID", `${parameter} must not be set together with signed_order`, { parameter });
    }
  }
}
