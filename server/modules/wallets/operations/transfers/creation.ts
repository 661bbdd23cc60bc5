import type { MessageInitShape } from "@bufbuild/protobuf";
import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import type {
  CreateTransactionRequest,
  CreateTransactionResponseSchema,
  TransactionService,
} from "#contract/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import { isUuid } from "../../../../core/uuid.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Context, Operations } from "../../../../rpc/operations.ts";
import { readMoment } from "../../../../rpc/pages.ts";
import { type Entry, entryKinds, type PendingTransfer } from "../../../ledger/domain/entry/entry.ts";
import { decimalOf } from "../../../ledger/domain/money.ts";
import type { Policy } from "../../../ledger/domain/policy.ts";
import type { Order } from "../../../ledger/domain/requests.ts";
import { readOrder, submitted } from "../../../ledger/index.ts";
import { pendingTransaction, transactionOf } from "../../messages/transfer-message.ts";
import { requireAmount, requireAsset } from "../../orders/amounts.ts";
import { type OrderTerms, orderBytes } from "../../orders/order-bytes.ts";
import { requireReadable } from "../../orders/order-texts.ts";
import { idTaken, requestedId } from "../../orders/request-id.ts";
import type { TransactionDeps } from "./deps.ts";

type Answer = MessageInitShape<typeof CreateTransactionResponseSchema>;

/** Operations that store signed orders for later processing. */
export function transactionCreation(
  deps: TransactionDeps,
): Pick<Operations<typeof TransactionService>, "createTransaction"> {
  const { ledger, identities, vault, policy, checks, attempts, now = Date.now } = deps;

  async function created(order: Order, isSigned: boolean, caller: Context): Promise<Answer> {
    const outcome = await submitted(ledger, { ...order, kind: "create", isSigned }, caller);
    if (outcome.kind === "pending") return { transaction: pendingTransaction(outcome.transfer, policy) };
    if (outcome.kind === "entry") {
      // The transaction has been processed meanwhile, or was voided before it was created.
      if (outcome.entry.kind === entryKinds.void) throw idTaken("transaction_id");
      return { transaction: transactionOf(outcome.entry, policy) };
    }
    if (outcome.kind === "nothing") return { errorCode: errorCodes[outcome.reason] };
    throw idTaken("transaction_id");
  }

  /** Returns the transaction of an id that is already used: a newly encoded order would have different bytes. */
  async function known(terms: OrderTerms): Promise<Answer | undefined> {
    const entry = await ledger.entry(terms.id);
    const pending = entry === undefined ? await ledger.pending(terms.id) : undefined;
    if (entry === undefined && pending === undefined) return undefined;
    if (!hasTerms(entry ?? pending, terms, policy)) throw idTaken("transaction_id", terms.id);
    return {
      transaction: entry ? transactionOf(entry, policy) : pendingTransaction(pending as PendingTransfer, policy),
    };
  }

  async function createdByVault(request: CreateTransactionRequest, caller: Context): Promise<Answer> {
    const id = requestedId(request.transactionId, "transaction_id", choicesOf(caller, now()));
    const terms = termsOf(request, id, policy);
    const keys = await identities.signingKeys(terms.sender);
    if (keys.length === 0) return { errorCode: errorCodes["wallet invalid"] };
    const key = keys.find(({ vaultKeyId, revokedAt }) => vaultKeyId !== undefined && revokedAt === undefined);
    if (key?.vaultKeyId === undefined) {
      throw new Fault("STATE_INVALID", "The sender has no signing key in the vault; send a signed_order.");
    }
    const before = await known(terms);
    if (before !== undefined) return before;
    const order = orderBytes(terms, now());
    const signature = await vault.sign(key.vaultKeyId, bytesToSign("transfer", order));
    try {
      const signed = readOrder({ order, keyId: key.id, signature }, terms.sender, policy) as Order;
      return await created(signed, true, caller);
    } catch (error) {
      // A concurrent duplicate of the request came first.
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
      requireReadable(order, "signed_order.order");
      if (order !== undefined) {
        return created(order, await checks.isSigned(order, request.sender, caller.principal.id), caller);
      }
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
  const asked = readOrder({ order: orderBytes(terms, 1), ...unsigned }, terms.sender, policy);
  const before = readOrder({ order: stored.order, ...unsigned }, terms.sender, policy);
  return (
    asked !== undefined &&
    before !== undefined &&
    asked.recipient === before.recipient &&
    asked.asset === before.asset &&
    asked.amount === before.amount &&
    asked.expiresAtMs === before.expiresAtMs &&
    asked.captureBeforeMs === before.captureBeforeMs &&
    asked.description === before.description &&
    asked.reverses === before.reverses
  );
}

/** @throws Fault PARAMETER_REQUIRED or PARAMETER_INVALID for the first parameter that is missing or malformed */
function termsOf(request: CreateTransactionRequest, id: string, policy: Policy): OrderTerms {
  const { sender, recipient, tokenType, currencyCode, description, reverses } = request;
  const { case: form } = request.amount?.form ?? {};
  const missing = recipient === "" ? "recipient" : tokenType === 0 ? "token_type" : form === undefined ? "amount" : "";
  if (missing !== "") {
    throw new Fault("PARAMETER_REQUIRED", `${missing} is required without signed_order`, { parameter: missing });
  }
  if (reverses !== "" && !isUuid(reverses)) {
    const parameter = "reverses";
    throw new Fault("PARAMETER_INVALID", `${parameter} must be a UUID`, {
      parameter,
      provided: reverses,
    });
  }
  const asset = requireAsset(policy, tokenType, currencyCode);
  const amount = decimalOf(requireAmount(request.amount, asset), asset.scale);
  const captureBeforeMs = readMoment(request.captureBefore, "capture_before");
  return { id, sender, recipient, tokenType, currencyCode, amount, description, reverses, captureBeforeMs };
}

/** Codes of the rules whose violation prevents the creation. */
const errorCodes = {
  "wallet invalid": TransactionErrorCode.INVALID_TRANSACTION,
  "signature invalid": TransactionErrorCode.INVALID_SIGNATURE,
  "funds insufficient": TransactionErrorCode.INSUFFICIENT_FUNDS,
  "reversal invalid": TransactionErrorCode.REVERSAL_INVALID,
  "reversal exceeded": TransactionErrorCode.REVERSAL_EXCEEDED,
} as const;

/** Refuses terms sent together with a signed order, which could contradict it. */
function refuseTerms(request: CreateTransactionRequest): void {
  const fields = {
    recipient: request.recipient !== "",
    token_type: request.tokenType !== 0,
    amount: request.amount !== undefined,
    description: request.description !== "",
    currency_code: request.currencyCode !== "",
    transaction_id: request.transactionId !== "",
    capture_before: request.captureBefore !== "",
    reverses: request.reverses !== "",
  };
  for (const [parameter, isThere] of Object.entries(fields)) {
    if (isThere) {
      throw new Fault("PARAMETER_INVALID", `${parameter} must not be set together with signed_order`, { parameter });
    }
  }
}
